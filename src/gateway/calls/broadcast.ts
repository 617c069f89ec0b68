import * as z from 'zod';
import { jsonOrNull } from '../../text/json-or-null.ts';
import type { DaemonCall } from '../daemon/daemon.ts';
import { DaemonFault } from '../daemon/daemon-fault.ts';
import type { Member } from '../members/member.ts';
import { rpcCodes } from '../rpc/faults.ts';
import { type CallAnswer, faultAnswer } from '../rpc/write-answer.ts';
import { Cancelled } from './cancellation.ts';
import { notWhitelisted } from './member-calls.ts';

export interface Broadcast {
  answer: CallAnswer;
  /** Those that received the transaction. */
  nodeIds: readonly string[];
}

/** Members that receive a transaction. */
const maxReceivers = 3;

/** Sends calls to a member. Throws DaemonFault. */
type Send = (member: Member, calls: readonly DaemonCall[]) => Promise<CallAnswer[]>;

/**
 * Sends a transaction to several members at once and returns the first success, else the first refusal. A member that has it
 * already succeeds: it may have arrived from another member, or by an earlier call whose answer was lost.
 */
export async function broadcast(call: DaemonCall, members: readonly Member[], send: Send): Promise<Broadcast> {
  const receivers = members.slice(0, maxReceivers);
  const nodeIds = receivers.map(({ config }) => config.nodeId);
  const attempts = receivers.map(async (member) => {
    const answer = await sendTo(member, call, send);
    if (!('result' in answer)) throw new Refusal(answer);
    return answer;
  });
  try {
    return { answer: await Promise.any(attempts), nodeIds };
  } catch (error) {
    if (!(error instanceof AggregateError)) throw error;
    return { answer: bestRefusal(error.errors), nodeIds };
  }
}

class Refusal extends Error {
  readonly answer: CallAnswer;

  constructor(answer: CallAnswer) {
    super('the transaction was refused');
    this.answer = answer;
  }
}

async function sendTo(member: Member, call: DaemonCall, send: Send): Promise<CallAnswer> {
  const [answer = faultAnswer(noAnswer)] = await send(member, [call]);
  if ('result' in answer || answer.code !== rpcCodes.alreadyInChain) return answer;
  const txid = await txidOf(member, call.params, send);
  return txid === null ? answer : { result: JSON.stringify(txid) };
}

const positional = z.tuple([z.string()], z.unknown());
const named = z.object({ hexstring: z.string() });
const decoded = z.object({ txid: z.string() });

/** The id of a transaction that is in the chain, which the daemon's error does not name. */
async function txidOf(member: Member, params: string, send: Send): Promise<string | null> {
  const given = z.union([positional, named]).safeParse(jsonOrNull(params)).data;
  if (given === undefined) return null;
  const hex = 'hexstring' in given ? given.hexstring : given[0];
  const [answer] = await send(member, [{ method: 'decoderawtransaction', params: JSON.stringify([hex]) }]);
  const result = answer !== undefined && 'result' in answer ? jsonOrNull(answer.result) : null;
  return decoded.safeParse(result).data?.txid ?? null;
}

const noAnswer = { code: rpcCodes.internal, message: 'No node of this endpoint gave an answer.' };

/** A daemon's own refusal tells more than that another one did not answer. Throws all other errors. */
function bestRefusal(errors: readonly unknown[]): CallAnswer {
  for (const error of errors) if (error instanceof Refusal) return error.answer;
  for (const error of errors) if (!(error instanceof DaemonFault || error instanceof Cancelled)) throw error;
  // No member received it.
  if (!errors.some((error) => error instanceof DaemonFault)) throw errors[0];
  if (errors.some((error) => error instanceof DaemonFault && error.kind === 'forbidden'))
    return faultAnswer(notWhitelisted);
  return faultAnswer(noAnswer);
}
