import { formatBytes, formatNumber, formatPart } from '../../display/format.ts';

// How charts and their table show values.

export const whole = (value: number) => formatNumber(value);
/** Never rounded up to 100 %. */
export const progress = (value: number) => formatPart(value / 100);
export const perSecond = (bytes: number) => `${formatBytes(bytes)}/s`;
export const perDay = (bytes: number) => `${formatBytes(bytes)} a day`;
export const feeRate = (rate: number) => `${formatNumber(rate, 2)} sat/vB`;
export const percent = (value: number) => `${formatNumber(value, 1)} %`;
