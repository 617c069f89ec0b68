/** Below this part an estimate would be a guess. */
const leastPart = 0.01;

/** Returns when work will end that goes on at the pace it had so far; null where that is unknown. */
export function estimatedEnd(begunAt: string | null | undefined, part: number | null, now: number): string | null {
  if (!begunAt || part === null || part < leastPart) return null;
  const elapsed = Math.max(0, now - Date.parse(begunAt));
  return new Date(now + (elapsed * (1 - part)) / part).toISOString();
}
