/** A write that PostgreSQL accepted on a machine, as `write-probe` logs it. */
export interface AcceptedWrite {
  on: string;
  begunNs: bigint;
  endedNs: bigint;
  /** Each promotion begins the next one. */
  timeline: number;
}

/** Reads the log of a machine. A power cut may have torn a line. */
export const readAcceptedWrites = (on: string, log: string): AcceptedWrite[] =>
  [...log.matchAll(/^(\d{19}) (\d{19}) ([0-9A-F]{8})$/gm)].map(([, begun = '', ended = '', timeline = '']) => ({
    on,
    begunNs: BigInt(begun),
    endedNs: BigInt(ended),
    timeline: Number.parseInt(timeline, 16),
  }));

/** Returns the writes that began after one of a later timeline was accepted, or whose timeline two machines wrote. */
export function writesOfTwoLeaders(writes: readonly AcceptedWrite[]): AcceptedWrite[] {
  const machineOf = new Map(writes.map(({ timeline, on }) => [timeline, on]));
  /** When each timeline first accepted a write. */
  const beginnings = new Map<number, bigint>();
  for (const { timeline, endedNs } of writes) {
    const known = beginnings.get(timeline);
    if (known === undefined || endedNs < known) beginnings.set(timeline, endedNs);
  }
  return writes.filter(
    ({ timeline, begunNs, on }) =>
      machineOf.get(timeline) !== on || [...beginnings].some(([later, atNs]) => later > timeline && atNs < begunNs),
  );
}
