import type { Logger } from 'pino';
import type { AgentRequest } from '../../contract/types.generated.ts';
import type { Clock } from '../../timing/clock.ts';
import { explainKind } from '../agent-requests/explain.ts';
import { logKind } from '../agent-requests/log.ts';
import { LogFollowers } from '../agent-requests/log-followers.ts';
import { RequestResponder, type SendAnswer } from '../agent-requests/responder.ts';
import { rpcKind } from '../agent-requests/rpc.ts';
import type { ControlPlaneClient } from '../control-plane/client.ts';
import type { DesiredState } from '../desired/desired-state.ts';
import type { ExecutorSessions } from '../executor-session.ts';

export interface RequestDeps {
  client: ControlPlaneClient;
  sessions: Pick<ExecutorSessions, 'controller'>;
  desired: Pick<DesiredState, 'get'>;
  clock: Clock;
  log: Logger;
  signal: AbortSignal;
}

export function handleRequests(deps: RequestDeps): (requests: readonly AgentRequest[]) => void {
  const { client, sessions, desired, clock, log, signal } = deps;
  const send: SendAnswer = (input, abort) => client.answerRequest(input, abort);
  const responder = new RequestResponder({
    kinds: [
      logKind(async (nodeId, tail, range) => (await sessions.controller?.readLog(nodeId, tail, range)) ?? null),
      explainKind(async (nodeId) => {
        const entry = desired.get(nodeId);
        return entry === undefined ? undefined : sessions.controller?.explain(entry);
      }),
      rpcKind((nodeId) => sessions.controller?.worker(nodeId)?.rpc ?? null, signal),
    ],
    ...{ send, log, signal },
  });
  const followers = new LogFollowers({
    workloadOf: (nodeId) => sessions.controller?.worker(nodeId)?.workloadId,
    followLog: async function* (workloadId, start, abort) {
      if (sessions.controller !== undefined) yield* sessions.controller.followLog(workloadId, start, abort);
    },
    ...{ send, clock, log, signal },
  });
  return (requests) => {
    responder.handle(requests);
    followers.handle(requests);
  };
}
