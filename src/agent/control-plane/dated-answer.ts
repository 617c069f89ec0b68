/** Times are in milliseconds since the epoch, by this host's clock. */
export interface DatedAnswer {
  date: string | undefined;
  sentAt: number;
  receivedAt: number;
}

/**
 * Returns the minimum number of seconds by which this host's clock is ahead of (negative: behind) the control plane's;
 * null if the answer has no date.
 */
export function secondsAhead({ date, sentAt, receivedAt }: DatedAnswer): number | null {
  const dated = Date.parse(date ?? '');
  if (Number.isNaN(dated) || receivedAt < sentAt) return null;
  if (sentAt > dated + 1000) return (sentAt - dated - 1000) / 1000;
  return receivedAt < dated ? (receivedAt - dated) / 1000 : 0;
}
