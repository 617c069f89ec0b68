/** Times are in milliseconds since the epoch, by this host's clock. */
export interface DatedAnswer {
  date: string | undefined;
  sentAt: number;
  receivedAt: number;
}

/** Returns by how many seconds this host's clock is at least ahead (negative: behind) of the control plane's; null where the answer has no date. */
export function secondsAhead({ date, sentAt, receivedAt }: DatedAnswer): number | null {
  const dated = Date.parse(date ?? '');
  if (Number.isNaN(dated) || receivedAt < sentAt) return null;
  if (sentAt > dated + 1000) return (sentAt - dated - 1000) / 1000;
  return receivedAt < dated ? (receivedAt - dated) / 1000 : 0;
}
