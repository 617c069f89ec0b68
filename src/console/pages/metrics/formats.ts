import { formatBytes, formatMegabytes, formatNumber, formatPart } from '../../display/format.ts';

// How charts and their table show values.

export const whole = (value: number) => formatNumber(value);
/** Never rounded up to 100 %. */
export const progress = (value: number) => formatPart(value / 100);
export const feeRate = (rate: number) => `${formatNumber(rate, 2)} sat/vB`;
/** Bytes, by those in a value of 1. An axis has one unit, that of its end, and steps of a power of two. */
const bytesOf = (size: number, suffix = '') => ({
  size,
  format: (value: number, end?: number) =>
    `${end === undefined ? formatBytes(value * size) : formatBytes(value * size, 2, end * size)}${suffix}`,
});
export const inMiB = bytesOf(1024 ** 2);
export const inGiB = bytesOf(1024 ** 3);
export const perSecond = bytesOf(1, '/s');
export const perDay = bytesOf(1, ' a day');
/** In the unit of `maxmempool`. */
export const megabytes = (value: number) => formatMegabytes(value * 1e6);
export const virtualMegabytes = (value: number) => `${formatNumber(value, 2)} vMB`;
export const percent = (value: number) => `${formatNumber(value, 1)} %`;
