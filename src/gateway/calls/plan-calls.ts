import { findRpcMethod, type RpcMethod, unknownMethod } from '../../bitcoin/rpc-methods.ts';
import { maxTogether } from '../members/shared-reads.ts';
import type { Outcome } from '../report.ts';
import { type RpcFault, rpcCodes } from '../rpc/faults.ts';
import { isRefused, type Reply, type RpcCall, type RpcRequest } from '../rpc/read-request.ts';
import { boundedWait } from './bounded-wait.ts';

/** A call that the consumer may make. */
export interface AllowedCall extends RpcCall {
  facts: RpcMethod;
}

/** What is done for calls of a request, in their order. */
export type Step =
  | { kind: 'refuse'; fault: RpcFault; reply: Reply; outcome: Outcome }
  /** Sent to a member in one request. */
  | { kind: 'read'; calls: readonly AllowedCall[] }
  | { kind: 'stream' | 'broadcast' | 'once' | 'wallet'; call: AllowedCall };

/** Plans a request. Light reads that follow one another go together. */
export function planCalls({ calls }: RpcRequest, mayCall: (method: string) => boolean): Step[] {
  const steps: Step[] = [];
  for (const call of calls) {
    if (isRefused(call)) {
      steps.push({ kind: 'refuse', ...call, outcome: 'invalid' });
      continue;
    }
    // By the table and not by the text, so that only names that somebody wrote down reach a daemon.
    if (!mayCall(call.method)) {
      steps.push({ kind: 'refuse', fault: notAllowed, reply: call.reply, outcome: 'not_allowed' });
      continue;
    }
    if (isEndless(call)) {
      steps.push({ kind: 'refuse', fault: endless, reply: call.reply, outcome: 'invalid' });
      continue;
    }
    const step = stepOf(boundedWait({ ...call, facts: findRpcMethod(call.method) ?? unknownMethod(call.method) }));
    const last = steps.at(-1);
    if (step.kind === 'read' && last?.kind === 'read' && last.calls.length < maxTogether)
      steps[steps.length - 1] = { kind: 'read', calls: [...last.calls, ...step.calls] };
    else steps.push(step);
  }
  return steps;
}

const notAllowed: RpcFault = {
  code: rpcCodes.methodNotFound,
  message: 'Method not found, or not allowed for this consumer of the gateway',
};

/** Parameters are serialised by the gateway, so that a key has one spelling. */
const isEndless = ({ method, params }: RpcCall): boolean =>
  method === 'gettxspendingprevout' && params.includes('"return_spending_tx":');

/** One transaction of 400 kB spends an output that a body can name 20,000 times. */
const endless: RpcFault = {
  code: rpcCodes.invalidParameter,
  message: 'The gateway does not accept return_spending_tx. Get the transaction with getrawtransaction.',
};

function stepOf(call: AllowedCall): Step {
  const { name, kind, cost, isSafeToRetry } = call.facts;
  if (kind === 'wallet') return { kind: 'wallet', call };
  if (name === 'sendrawtransaction') return { kind: 'broadcast', call };
  if (!isSafeToRetry) return { kind: 'once', call };
  return cost === 'light' ? { kind: 'read', calls: [call] } : { kind: 'stream', call };
}
