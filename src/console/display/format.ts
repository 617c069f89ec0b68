import type { Client } from '../../bitcoin/clients/registry.ts';
import { capitalized } from '../../text/capitalized.ts';
import { counted } from '../../text/counted.ts';
import { formatDuration, formatRemaining } from '../../text/format-duration.ts';

const maxDecimals = 4;

const binaryUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Returns the largest power of 1024 that is not above a number of bytes. */
const powerOf = (bytes: number): number =>
  bytes < 1 ? 0 : Math.min(binaryUnits.length - 1, Math.floor(Math.log2(bytes) / 10));

/** Formats bytes in the largest unit that leaves a whole part of them, or of `max`, such as `1.5 GiB`. */
export function formatBytes(bytes: number, decimals = 1, max = bytes): string {
  const power = powerOf(max);
  return `${formatNumber(bytes / 1024 ** power, decimals)} ${binaryUnits[power]}`;
}

/** Returns the number of decimals that distinguishes byte counts up to `max` that are `step` bytes apart. */
export function decimalsFor(max: number, step: number): number {
  const part = step / 1024 ** powerOf(max);
  return part > 0 ? Math.min(maxDecimals, Math.max(1, Math.ceil(-Math.log10(part)))) : 1;
}

/** Formats memory in the unit of `maxmempool`, which is 1,000,000 bytes. */
export const formatMegabytes = (bytes: number): string => `${formatNumber(bytes / 1e6, 1)} MB`;

/** Formats a virtual size in the unit of mempool statistics. */
export const formatVirtualSize = (virtualBytes: number): string =>
  virtualBytes < 1e4 ? `${formatNumber(virtualBytes)} vB` : `${formatNumber(virtualBytes / 1e6, 2)} vMB`;

export const formatMiB = (mib: number): string => formatBytes(mib * 1024 ** 2);

export const formatGiB = (gib: number, decimals?: number): string => formatBytes(gib * 1024 ** 3, decimals);

/** The formats of the browser's locale, by the number of decimals: making one takes longer than a row of a table. */
const numberFormats = Array.from(
  { length: maxDecimals + 1 },
  (_none, decimals) => new Intl.NumberFormat(undefined, { maximumFractionDigits: decimals, signDisplay: 'negative' }),
);

/** Formats a number as the browser's locale does, with at most `decimals` decimals, up to 4. */
export const formatNumber = (value: number, decimals = 0): string =>
  (numberFormats[decimals] as Intl.NumberFormat).format(value);

/** Formats a count with its noun, such as `1 node`, `0.5 cores` and `1,013 nodes`. */
export const formatCount = (count: number, noun: string): string =>
  counted(count, noun, formatNumber(count, maxDecimals));

/** Formats a value; a dash where it is unknown. */
export const orDash = (value: number | null | undefined, format: (value: number) => string): string =>
  value == null ? '–' : format(value);

/** Formats a fraction as a percentage; less than 1 never rounds up to 100 %. */
export function formatPart(part: number): string {
  const percent = part >= 1 ? 100 : Math.min(99.99, part * 100);
  return `${formatNumber(percent, percent < 99 ? 1 : 2)} %`;
}

/** Formats the verified part of a chain; bitcoind reports a chain without blocks as verified. */
export const formatVerified = (sample: { height: number; verificationProgress: number }): string =>
  sample.height === 0 ? '–' : formatPart(sample.verificationProgress);

/** Formats an instant relative to now, such as `3 min ago` or `in 3 min`. */
export function formatAge(at: string, nowMs: number): string {
  const seconds = (nowMs - Date.parse(at)) / 1000;
  // Tolerates clock skew.
  if (Math.abs(seconds) < 5) return 'just now';
  return seconds < 0 ? `in ${formatRemaining(-seconds)}` : `${formatDuration(seconds)} ago`;
}

/** As the families have them, whose data is too large for pages that only name a version. */
export const clientTitles: Readonly<Record<Client, string>> = { bitcoind: 'Bitcoin Core', knots: 'Bitcoin Knots' };

/** Such as `Bitcoin Core 28.1`. */
export const versionName = ({ client, clientVersion }: { client: Client; clientVersion: string }): string =>
  `${clientTitles[client]} ${clientVersion}`;

/** Returns a wallet's display name: Bitcoin Core's default wallet has none. */
export const walletName = (name: string): string => (name === '' ? 'default wallet' : name);

/** Returns a reason as a sentence. A host's name at its start stays as it is written. */
export const reasonText = (reason: string, executor: { name: string }): string =>
  reason.startsWith(executor.name) ? reason : capitalized(reason);

export interface StateLook {
  word: string;
  tone: 'good' | 'busy' | 'warning' | 'bad' | 'idle';
}
