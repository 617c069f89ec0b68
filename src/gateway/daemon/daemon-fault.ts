/**
 * Why a daemon gave no answer to a request.
 * `abandoned`: the gateway ended the request, because the member failed meanwhile or the caller left.
 * `forbidden`: its `rpcwhitelist` lacks a method, and nothing was executed.
 * `no_memory`: too much is held already for answers that their callers do not take.
 * `refuted`: its headers do not prove the chain that it states.
 * `stale`: the answer comes from a chain that must not be shown to this caller.
 */
export type DaemonFaultKind =
  | 'unreachable'
  | 'timeout'
  | 'unauthorized'
  | 'warming_up'
  | 'busy'
  | 'invalid'
  | 'forbidden'
  | 'abandoned'
  | 'no_memory'
  | 'refuted'
  | 'stale';

export class DaemonFault extends Error {
  override name = 'DaemonFault';
  readonly kind: DaemonFaultKind;

  constructor(kind: DaemonFaultKind, message: string) {
    super(message);
    this.kind = kind;
  }
}
