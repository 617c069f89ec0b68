import type { DeliveredRequest } from '../../contract/agent-requests.ts';
import { ServiceManager } from '../../service-manager/service-manager.ts';
import { systemdNotify } from '../../service-manager/systemd-notify.ts';
import { type AgentParts, describeAgent, explainByName } from '../admin-socket/describe.ts';
import { AdminSocket } from '../admin-socket/server.ts';
import { chainKind } from '../agent-requests/chain.ts';
import { explainKind } from '../agent-requests/explain.ts';
import { logKind } from '../agent-requests/log.ts';
import { LogFollowers } from '../agent-requests/log-followers.ts';
import { RequestResponder, type SendAnswer } from '../agent-requests/responder.ts';
import { rpcKind } from '../agent-requests/rpc.ts';
import type { ControlPlaneClient } from '../control-plane/client.ts';
import type { DesiredState } from '../desired/desired-state.ts';
import { MetricsService } from '../metrics/metrics-service.ts';
import { readFigures } from '../metrics/read-figures.ts';
import type { AgentEvents } from '../outbox/agent-events.ts';
import type { ExecutorSessions } from '../reconcile/executor-session.ts';
import type { AgentContext } from './connect-control-plane.ts';

/** Builds the agent's local endpoints for the command line, systemd, and Prometheus. */
export function buildEndpoints(
  { settings, loops, clock, log }: AgentContext,
  { parts, events }: { parts(): AgentParts; events: AgentEvents },
) {
  const adminSocket = new AdminSocket(settings.dataDir, {
    status: () => describeAgent(parts()),
    health: () => loops.health,
    explain: (node) => explainByName(parts(), node),
  });
  const serviceManager = new ServiceManager({
    env: process.env,
    notify: systemdNotify,
    isAlive: () => loops.health.isAlive,
    clock,
    log,
  });
  const metrics = new MetricsService({
    settings,
    figures: () => readFigures({ ...parts(), loops, events }),
    clock,
    log,
  });
  return { adminSocket, serviceManager, metrics };
}

/** Builds the handlers of people's requests, which arrive with heartbeats. */
export function handleRequests(
  { clock, log, signal }: AgentContext,
  client: ControlPlaneClient,
  sessions: ExecutorSessions,
  desired: DesiredState,
): (requests: readonly DeliveredRequest[]) => void {
  const send: SendAnswer = (input, abort) => client.answerRequest(input, abort);
  const explain = async (nodeId: string) => {
    const entry = desired.get(nodeId);
    return entry && sessions.explain(entry);
  };
  const endpointOf = (nodeId: string) => sessions.worker(nodeId)?.node.rpc ?? null;
  const responder = new RequestResponder({
    kinds: [
      logKind(sessions.readLog),
      explainKind(explain),
      rpcKind(endpointOf, signal),
      chainKind(endpointOf, signal),
    ],
    send,
    log,
    signal,
  });
  const followers = new LogFollowers({
    workloadOf: (nodeId) => sessions.worker(nodeId)?.node.workloadId,
    followLog: sessions.followLog,
    send,
    clock,
    log,
    signal,
  });
  return (requests) => {
    responder.handle(requests);
    followers.handle(requests);
  };
}
