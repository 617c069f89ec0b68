import { type RpcFault, rpcCodes } from '../rpc/faults.ts';
import type { Block } from './tip-judge.ts';
import type { Usability } from './usability.ts';

export interface Candidate {
  readonly usability: Usability;
  readonly tip: Block | null;
  readonly slots: { readonly inFlight: number; readonly queued: number; readonly isFull: boolean };
}

export interface Wish<M> {
  /** The most work that the connection has seen; null before its first answer. */
  floor: string | null;
  /** Members that have failed to answer this call. */
  tried: ReadonlySet<M>;
  /** The member that answered the connection's last call: its mempool differs from that of others. */
  preferred: M | null;
  /** Counts up, so that equal members take turns. */
  turn: number;
}

/** A member, a reason to wait for one, or why the call fails. */
export type Choice<M> = { member: M } | { wait: 'catch_up' | 'start' } | { fault: RpcFault };

/** Chooses the member that answers a call. */
export function chooseMember<M extends Candidate>(
  members: readonly M[],
  { floor, tried, preferred, turn }: Wish<M>,
): Choice<M> {
  const usable = members.filter((member) => member.usability.code === 'used' && !tried.has(member));
  if (usable.length === 0)
    return members.some((member) => member.usability.code === 'starting' && !tried.has(member))
      ? { wait: 'start' }
      : { fault: noMember(members) };
  const caughtUp = usable.filter(({ tip }) => tip !== null && tip.work >= (floor ?? ''));
  if (caughtUp.length === 0) return { wait: 'catch_up' };
  const free = caughtUp.filter(({ slots }) => !slots.isFull);
  if (preferred !== null && free.includes(preferred)) return { member: preferred };
  const most = free.reduce((work, { tip }) => (tip !== null && tip.work > work ? tip.work : work), '');
  const rank = (member: M): number =>
    (member.tip?.work === most ? 0 : 1e9) +
    (member.slots.inFlight + member.slots.queued) * 1000 +
    ((members.indexOf(member) + turn) % members.length);
  const best = free.reduce<M | undefined>((a, b) => (a === undefined || rank(b) < rank(a) ? b : a), undefined);
  return best === undefined
    ? { fault: { code: rpcCodes.limitExceeded, message: 'The queues of all members of this endpoint are full.' } }
    : { member: best };
}

const codesAsWords = (code: string): string => code.replaceAll('_', ' ');

function noMember(members: readonly Candidate[]): RpcFault {
  const codes = members.map(({ usability }) => usability.code);
  if (codes.includes('undecided_split'))
    return {
      code: rpcCodes.resourceUnavailable,
      message: 'The chain is split into branches of equal work, and no branch is pinned for this endpoint.',
    };
  const counts = [...Map.groupBy(codes, (code) => code)].map(([code, all]) => `${all.length} ${codesAsWords(code)}`);
  return {
    code: rpcCodes.inWarmup,
    message: `No member of this endpoint can answer${counts.length === 0 ? '' : ` (${counts.join(', ')})`}. Try again later.`,
  };
}

/** Why a connection gets no answer after waiting. */
export const notCaughtUp: RpcFault = {
  code: rpcCodes.inWarmup,
  message:
    'No member has caught up with the chain that this connection has seen. Open a new connection, or try again later.',
};
