/** A version cannot be rehearsed on this host, whatever it is like. The message says why and what to do. */
export class NotPossible extends Error {
  override name = 'NotPossible';
}
