import type { DesiredState } from '../desired/desired-state.ts';
import type { DiskGuard } from '../disk/disk-guard.ts';
import type { KeyRotation } from '../key/key-rotation.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { NodeController } from '../reconcile/controller.ts';
import type { NodeExplanation } from '../reconcile/explanation.ts';
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
  /** Undefined before it is known which executor this is. */
  controller: NodeController | undefined;
  engineFault: string | null;
}

export function describeAgent(parts: AgentParts): AgentStatus {
  const {
    version,
    name,
    url,
    startedAt,
    installation,
    desired,
    heartbeat,
    outbox,
    rotation,
    disk,
    upgrades,
    controller,
  } = parts;
  return {
    version,
    name,
    executorId: installation.executorId ?? null,
    startedAt,
    controlPlane: url,
    lastSync: heartbeat.state,
    revision: desired.revision ?? null,
    nodes: desired.all().flatMap(({ node }) => {
      const worker = controller?.worker(node.id);
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
        growthBytesPerDay: disk.growthPerDay(node.id),
      };
    }),
    orphans: controller?.orphans ?? [],
    disks: disk.disks,
    outbox: outbox.counts(),
    engine: { error: parts.engineFault },
    key: { ...rotation.term, warning: rotation.warning },
    upgrade: upgrades.status(),
  };
}

/** Returns what `satrap agent explain` shows of a node, given its name or id; undefined for an unknown node. Throws RuntimeError. */
export async function explainByName(
  { desired, controller }: Pick<AgentParts, 'desired' | 'controller'>,
  nameOrId: string,
): Promise<NodeExplanation | undefined> {
  const entry = desired.find(nameOrId);
  return entry === undefined ? undefined : controller?.explain(entry);
}
