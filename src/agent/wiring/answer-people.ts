import type { Logger } from 'pino';
import type { Clock } from '../../timing/clock.ts';
import type { ControlPlaneClient } from '../control-plane/client.ts';
import type { SyncAnswer } from '../control-plane/sync-answer.ts';
import type { DesiredState } from '../desired/desired-state.ts';
import type { ExecutorSessions } from '../executor-session.ts';
import { ExplanationResponder } from '../explanations/explanation-responder.ts';
import { LogFollowers } from '../logs/log-followers.ts';
import { LogResponder } from '../logs/log-responder.ts';
import { RpcResponder } from '../rpc-calls/rpc-responder.ts';

export interface AnswerPeopleDeps {
  client: ControlPlaneClient;
  sessions: Pick<ExecutorSessions, 'controller'>;
  desired: Pick<DesiredState, 'get'>;
  clock: Clock;
  log: Logger;
  signal: AbortSignal;
}

/** What people want to know of nodes, as the answer to a heartbeat names it. */
export type PeoplesRequests = Pick<SyncAnswer, 'logRequests' | 'explainRequests' | 'rpcRequests'>;

/** Builds what answers the requests of people that come with heartbeats. */
export function answerPeople(deps: AnswerPeopleDeps): (requests: PeoplesRequests) => void {
  const { client, sessions, desired, clock, log, signal } = deps;
  const logs = new LogResponder({
    readLog: async (nodeId, tail, range) => (await sessions.controller?.readLog(nodeId, tail, range)) ?? null,
    report: (input) => client.reportLogs(input, signal),
    log,
  });
  const followers = new LogFollowers({
    workloadOf: (nodeId) => sessions.controller?.worker(nodeId)?.workloadId,
    followLog: async function* (workloadId, start, abort) {
      if (sessions.controller !== undefined) yield* sessions.controller.followLog(workloadId, start, abort);
    },
    report: (chunk, abort) => client.reportLogChunk(chunk, abort),
    clock,
    log,
    signal,
  });
  const explanations = new ExplanationResponder({
    explain: async (nodeId) => {
      const entry = desired.get(nodeId);
      return entry === undefined ? undefined : sessions.controller?.explain(entry);
    },
    report: (input) => client.reportExplanations(input, signal),
    log,
  });
  const calls = new RpcResponder({
    endpointOf: (nodeId) => sessions.controller?.worker(nodeId)?.rpc ?? null,
    report: (input) => client.reportRpcResult(input, signal),
    log,
    signal,
  });
  return ({ logRequests, explainRequests, rpcRequests }) => {
    logs.handle(logRequests.filter(({ follow }) => !follow));
    followers.handle(logRequests.filter(({ follow }) => follow));
    explanations.handle(explainRequests);
    calls.handle(rpcRequests);
  };
}
