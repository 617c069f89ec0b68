const binaryUnits = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Returns a number of bytes in the largest unit that leaves a whole part, such as `1.5 GiB`. Pure. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(binaryUnits.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${formatNumber(bytes / 1024 ** power, 1)} ${binaryUnits[power]}`;
}

export const formatMiB = (mib: number): string => formatBytes(mib * 1024 ** 2);

export const formatGiB = (gib: number): string => formatBytes(gib * 1024 ** 3);

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
