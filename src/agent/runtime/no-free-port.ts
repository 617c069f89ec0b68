/** No port of this host can be given out. The message says what the operator can do. */
export class NoFreePort extends Error {
  override name = 'NoFreePort';
}
