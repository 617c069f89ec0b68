/** Time until a disk is full; `-` if unknown. */
export const daysLeft = (days: number | null): string => {
  if (days === null) return '-';
  if (days < 1) return 'less than a day';
  return days > 999 ? 'years' : `${Math.floor(days)} d`;
};

/** Growth of chain data in GiB a day; `-` if unknown. */
export const growth = (bytesPerDay: number | null | undefined): string =>
  bytesPerDay === null || bytesPerDay === undefined ? '-' : `${(bytesPerDay / 2 ** 30).toFixed(1)} GiB/d`;
