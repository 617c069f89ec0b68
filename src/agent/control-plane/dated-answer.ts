/** An answer of the control plane, by whose date this host's clock is judged. Times are in milliseconds since the epoch, by this host's clock. */
export interface DatedAnswer {
  /** The answer's header `Date`, which has whole seconds. */
  date: string | undefined;
  sentAt: number;
  receivedAt: number;
}

/**
 * Returns how far this host's clock is at least ahead of the control plane's, in seconds; negative where it is behind, 0 where the two may
 * agree, null where the answer does not tell. It was dated at any time between request and answer. Pure.
 */
export function secondsAhead({ date, sentAt, receivedAt }: DatedAnswer): number | null {
  const dated = Date.parse(date ?? '');
  if (Number.isNaN(dated) || receivedAt < sentAt) return null;
  if (sentAt > dated + 1000) return (sentAt - dated - 1000) / 1000;
  return receivedAt < dated ? (receivedAt - dated) / 1000 : 0;
}
