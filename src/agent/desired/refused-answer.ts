/** An answer to a heartbeat that contradicts what this agent knows. None of it is kept; the last good desired state stands. */
export class RefusedAnswer extends Error {
  override name = 'RefusedAnswer';
}
