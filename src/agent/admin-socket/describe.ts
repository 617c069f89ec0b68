import type { KeyRotation } from '../control-plane/key-rotation.ts';
import type { DesiredState } from '../desired/desired-state.ts';
import type { DiskGuard } from '../disk/disk-guard.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { ExecutorSessions } from '../reconcile/executor-session.ts';
import type { NodeExplanation } from '../reconcile/explain.ts';
import type { Installation } from '../store/installation.ts';
import type { Heartbeat } from '../sync/heartbeat.ts';
import type { Upgrader } from '../upgrade/upgrader.ts';
import type { AgentStatus } from './status.ts';

export interface AgentParts {
  version: string;
  name: string;
  url: string;
  startedAt: string;
  installation: Installation;
  desired: DesiredState;
  heartbeat: Heartbeat;
  outbox: Outbox;
  rotation: KeyRotation;
  disk: DiskGuard;
  upgrades: Upgrader;
  /** Undefined until the executor is known. */
  sessions: ExecutorSessions;
  engineFault: string | null;
}

export function describeAgent(parts: AgentParts): AgentStatus {
  const { installation, desired, heartbeat, outbox, rotation, disk, upgrades, sessions } = parts;
  return {
    version: parts.version,
    name: parts.name,
    executorId: installation.executorId ?? null,
    startedAt: parts.startedAt,
    controlPlane: parts.url,
    lastSync: heartbeat.state,
    revision: desired.revision ?? null,
    nodes: desired.all().flatMap(({ node }) => {
      const worker = sessions.worker(node.id);
      if (worker === undefined) return [];
      const { phase, since, reason, endpoint } = worker.node.report();
      return {
        id: node.id,
        name: node.name,
        network: node.network,
        phase,
        since,
        reason: reason ?? null,
        endpoint: endpoint ? `${endpoint.host}:${endpoint.rpcPort}` : null,
        height: worker.node.lastSample?.height ?? null,
        growthBytesPerDay: disk.growthPerDay(node.id),
      };
    }),
    orphans: sessions.orphans,
    disks: disk.disks,
    outbox: outbox.counts(),
    engine: { error: parts.engineFault },
    key: { ...rotation.term, warning: rotation.warning },
    upgrade: upgrades.status(),
  };
}

/**
 * Returns the output of `satrap agent explain` for a node's name or id; undefined for an unknown node. Throws
 * RuntimeError.
 */
export async function explainByName(
  { desired, sessions }: Pick<AgentParts, 'desired' | 'sessions'>,
  nameOrId: string,
): Promise<NodeExplanation | undefined> {
  const entry = desired.find(nameOrId);
  return entry === undefined ? undefined : sessions.explain(entry);
}
