import type { DesiredState } from '../desired/desired-state.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Crew } from '../reconcile/controller.ts';
import type { Identity } from '../store/identity.ts';
import type { Heartbeat } from '../sync/heartbeat.ts';
import type { AgentStatus, NodeExplanation } from './status.ts';

/** The parts of a running agent that know how it is. */
export interface KnowingParts {
  version: string;
  name: string;
  url: string;
  /** ISO time. */
  startedAt: string;
  identity: Identity;
  desired: DesiredState;
  heartbeat: Heartbeat;
  outbox: Outbox;
  /** Undefined before it is known which executor this is. */
  crew: Crew | undefined;
}

/** What `satrap agent status` shows. */
export function describeAgent(parts: KnowingParts): AgentStatus {
  const { version, name, url, startedAt, identity, desired, heartbeat, outbox, crew } = parts;
  return {
    version,
    name,
    executorId: identity.executorId ?? null,
    startedAt,
    controlPlane: url,
    lastSync: heartbeat.state,
    revision: identity.revision ?? null,
    nodes: desired.all().flatMap(({ node }) => {
      const worker = crew?.worker(node.id);
      if (worker === undefined) return [];
      const { phase, since, reason, endpoint } = worker.report();
      return {
        id: node.id,
        name: node.name,
        network: node.network,
        phase,
        since,
        reason: reason ?? null,
        endpoint: endpoint ? `${endpoint.host}:${endpoint.rpcPort}` : null,
        height: worker.lastSample?.height ?? null,
      };
    }),
    orphans: (crew?.orphans() ?? []).map(({ nodeId, name, containerId }) => ({
      nodeId,
      name,
      containerId: containerId ?? null,
    })),
    outbox: outbox.counts(),
  };
}

/** What `satrap agent explain` shows of a node, named by its name or id; undefined when there is none. Throws EngineError. */
export async function explainNode(
  { desired, crew }: Pick<KnowingParts, 'desired' | 'crew'>,
  wanted: string,
): Promise<NodeExplanation | undefined> {
  const held = desired.all().find(({ node }) => node.id === wanted || node.name === wanted);
  const worker = held === undefined ? undefined : crew?.worker(held.node.id);
  return held === undefined ? undefined : worker?.explain(held);
}
