/** More are not read. */
const maxDecimals = 4;

const binaryUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Returns the power of 1024 in whose unit a number of bytes has a whole part. Pure. */
const powerOf = (bytes: number): number =>
  bytes < 1 ? 0 : Math.min(binaryUnits.length - 1, Math.floor(Math.log2(bytes) / 10));

/** Returns a number of bytes in the largest unit that leaves a whole part, such as `1.5 GiB`. Pure. */
export function formatBytes(bytes: number, decimals = 1): string {
  const power = powerOf(bytes);
  return `${formatNumber(bytes / 1024 ** power, decimals)} ${binaryUnits[power]}`;
}

/** Returns with how many decimals numbers of bytes up to `max` can be told apart that lie `step` bytes from each other. Pure. */
export function decimalsFor(max: number, step: number): number {
  const part = step / 1024 ** powerOf(max);
  return part > 0 ? Math.min(maxDecimals, Math.max(1, Math.ceil(-Math.log10(part)))) : 1;
}

export const formatMiB = (mib: number): string => formatBytes(mib * 1024 ** 2);

export const formatGiB = (gib: number, decimals?: number): string => formatBytes(gib * 1024 ** 3, decimals);

/** Returns a number with thin spaces between its thousands, and at most so many decimals. Pure. */
export function formatNumber(value: number, decimals = 0): string {
  const [whole = '', fraction] = String(Number(value.toFixed(decimals))).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u202f');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Returns a part of 1 in percent, never rounded up to all of it. Pure. */
export function formatPart(part: number): string {
  const percent = part >= 1 ? 100 : Math.min(99.99, part * 100);
  return `${formatNumber(percent, percent < 99 ? 1 : 2)} %`;
}
