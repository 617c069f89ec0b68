import type { DeliveredRequest } from '../../contract/agent-requests.ts';
import { serviceManager } from '../../service-manager/service-manager.ts';
import { adminSocket } from '../admin-socket/server.ts';
import { type AgentParts, describeAgent } from '../admin-socket/status.ts';
import { chainKind } from '../agent-requests/chain.ts';
import { explainKind } from '../agent-requests/explain.ts';
import { logKind } from '../agent-requests/log.ts';
import { logFollowers } from '../agent-requests/log-followers.ts';
import { requestResponder, type SendAnswer } from '../agent-requests/responder.ts';
import { rpcKind } from '../agent-requests/rpc.ts';
import type { ControlPlaneClient } from '../control-plane/client.ts';
import { metricsService } from '../metrics/metrics-service.ts';
import { readFigures } from '../metrics/read-figures.ts';
import type { AgentContext } from './connect-control-plane.ts';

/** Builds the agent's local endpoints for the command line, systemd, and Prometheus. */
export function buildEndpoints(parts: AgentParts, { clock, log }: AgentContext) {
  const { settings, loops, desired, sessions } = parts;
  return {
    admin: adminSocket(settings.dataDir, {
      status: () => describeAgent(parts),
      health: () => loops.health,
      explain: async (node) => {
        const entry = desired.find(node);
        return entry && sessions.explain(entry);
      },
    }),
    manager: serviceManager({ env: process.env, isAlive: () => loops.health.isAlive, clock, log }),
    metrics: metricsService({ settings, figures: () => readFigures(parts), clock, log }),
  };
}

/** Builds the handlers of people's requests, which arrive with heartbeats. */
export function handleRequests(
  { clock, log, signal, answerMemory }: AgentContext,
  client: ControlPlaneClient,
  { sessions, desired }: Pick<AgentParts, 'sessions' | 'desired'>,
): (requests: readonly DeliveredRequest[]) => void {
  const send: SendAnswer = (data, signal) => client.answerRequest(data, signal);
  const explain = async (nodeId: string) => {
    const entry = desired.get(nodeId);
    return entry && sessions.explain(entry);
  };
  const endpointOf = (nodeId: string) => sessions.worker(nodeId)?.node.rpc ?? null;
  const respond = requestResponder({
    kinds: [
      logKind(sessions.readLog),
      explainKind(explain),
      rpcKind(endpointOf, signal, answerMemory),
      chainKind(endpointOf, signal, answerMemory),
    ],
    send,
    log,
    signal,
  });
  const follow = logFollowers({
    workloadOf: (nodeId) => sessions.worker(nodeId)?.node.workloadId,
    followLog: sessions.followLog,
    send,
    clock,
    log,
    signal,
  });
  return (requests) => {
    respond(requests);
    follow(requests);
  };
}
