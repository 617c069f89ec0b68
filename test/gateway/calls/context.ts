import { ByteBudget } from '../../../src/gateway/byte-budget.ts';
import { Cancellation } from '../../../src/gateway/calls/cancellation.ts';
import type { RequestContext, Surroundings } from '../../../src/gateway/calls/request-context.ts';
import { Consumer } from '../../../src/gateway/consumers/consumer.ts';
import type { Member } from '../../../src/gateway/members/member.ts';
import type { Outlet } from '../../../src/gateway/rpc/outlet.ts';
import type { CallAnswer } from '../../../src/gateway/rpc/write-answer.ts';
import { consumerConfig } from '../running-gateway.ts';

/** What a request has around it, without a server and daemons, and the answers that it sends. */
export function requestContext(facts: Partial<Surroundings> = {}): { context: RequestContext; answers: CallAnswer[] } {
  const answers: CallAnswer[] = [];
  const outlet = {
    ...{ isHolding: false, isInside: false },
    answer: async (answer: CallAnswer) => {
      answers.push(answer);
    },
  };
  const member = { failed: () => undefined };
  const surroundings: Surroundings = {
    members: () => [],
    choose: async () => member as unknown as Member,
    onCall: () => undefined,
    onRetry: () => undefined,
    mayAct: () => true,
    acts: { begin: async () => 'id', finish: async () => undefined, withdraw: async () => undefined },
    ...facts,
  };
  const context = {
    ...{ surroundings, consumer: new Consumer(consumerConfig('electrs'), () => 0), wallet: null },
    ...{ connection: { floor: null, member: null }, cancellation: new Cancellation() },
    outlet: outlet as unknown as Outlet,
    answers: new ByteBudget({ total: 1, perConsumer: 1 }).account('electrs'),
  };
  return { context, answers };
}
