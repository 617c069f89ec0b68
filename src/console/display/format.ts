/** More are not read. */
const maxDecimals = 4;

const binaryUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Returns the power of 1024 in whose unit a number of bytes has a whole part. */
const powerOf = (bytes: number): number =>
  bytes < 1 ? 0 : Math.min(binaryUnits.length - 1, Math.floor(Math.log2(bytes) / 10));

/** Returns a number of bytes in the largest unit that leaves a whole part, such as `1.5 GiB`. */
export function formatBytes(bytes: number, decimals = 1): string {
  const power = powerOf(bytes);
  return `${formatNumber(bytes / 1024 ** power, decimals)} ${binaryUnits[power]}`;
}

/** Returns with how many decimals numbers of bytes up to `max` can be told apart that lie `step` bytes from each other. */
export function decimalsFor(max: number, step: number): number {
  const part = step / 1024 ** powerOf(max);
  return part > 0 ? Math.min(maxDecimals, Math.max(1, Math.ceil(-Math.log10(part)))) : 1;
}

export const formatMiB = (mib: number): string => formatBytes(mib * 1024 ** 2);

export const formatGiB = (gib: number, decimals?: number): string => formatBytes(gib * 1024 ** 3, decimals);

/** Returns a number with thin spaces between its thousands, and at most so many decimals. */
export function formatNumber(value: number, decimals = 0): string {
  const [whole = '', fraction] = String(Number(value.toFixed(decimals))).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u202f');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Returns a part of 1 in percent, never rounded up to all of it. */
export function formatPart(part: number): string {
  const percent = part >= 1 ? 100 : Math.min(99.99, part * 100);
  return `${formatNumber(percent, percent < 99 ? 1 : 2)} %`;
}

const units = [
  { name: 'y', seconds: 31_556_952 },
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3600 },
  { name: 'min', seconds: 60 },
  { name: 's', seconds: 1 },
] as const;

/** Returns a duration in words, such as `3 min` or `2 d 4 h`; the second unit only where the first one alone would say too little. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const at = units.findIndex((unit) => whole >= unit.seconds);
  const unit = units[at];
  if (unit === undefined) return '0 s';
  const count = Math.floor(whole / unit.seconds);
  const next = units[at + 1];
  const rest = next === undefined ? 0 : Math.floor((whole % unit.seconds) / next.seconds);
  const isCoarse = count < 3 && unit.seconds > 60 && rest > 0;
  return `${count} ${unit.name}${isCoarse && next !== undefined ? ` ${rest} ${next.name}` : ''}`;
}

/** Returns how long ago an instant is, such as `3 min ago`; `in 3 min` for one to come. */
export function formatAge(at: string, nowMs: number): string {
  const seconds = (nowMs - Date.parse(at)) / 1000;
  // Clocks differ by a little.
  if (Math.abs(seconds) < 5) return 'just now';
  return seconds < 0 ? `in ${formatDuration(-seconds)}` : `${formatDuration(seconds)} ago`;
}

/** What a wallet is called: the default one has no name. */
export const walletName = (name: string): string => (name === '' ? 'the default one' : name);

export interface StateLook {
  word: string;
  tone: 'good' | 'busy' | 'warning' | 'bad' | 'idle';
}
