/** What is known of a stretch of time. */
interface Bucket {
  at: string;
  verificationProgress?: { last: number } | null;
}

const paceMs = 60 * 60_000;
const leastMs = 5 * 60_000;

/**
 * Returns how many seconds a node that catches up still needs if it goes on as it did in the last hour; null where that is not known: less
 * than five minutes are, or it does not get on. Later blocks take longer than early ones, so it is too hopeful at first. Pure.
 */
export function secondsToTip(buckets: readonly Bucket[], progress: number): number | null {
  const known = buckets.flatMap(({ at, verificationProgress }) =>
    verificationProgress == null ? [] : [{ atMs: Date.parse(at), part: verificationProgress.last }],
  );
  const last = known.at(-1);
  if (last === undefined) return null;
  const first = known.find(({ atMs }) => atMs >= last.atMs - paceMs) ?? last;
  const ms = last.atMs - first.atMs;
  const gained = last.part - first.part;
  return ms < leastMs || gained <= 0 ? null : ((Math.max(0, 1 - progress) / gained) * ms) / 1000;
}
