/** An answer to a heartbeat that must not be believed. Nothing of it is kept; the last good desired state stands. */
export class RefusedAnswer extends Error {
  override name = 'RefusedAnswer';
}
