import { join } from 'node:path';
import { authorityOf } from '../../text/authority.ts';
import type { KeyRotation } from '../control-plane/key-rotation.ts';
import type { DesiredState } from '../desired/desired-state.ts';
import type { DiskGuard } from '../disk/disk-guard.ts';
import type { WatchedLoops } from '../loops/watched-loops.ts';
import type { AgentEvents } from '../outbox/agent-events.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { ExecutorSessions } from '../reconcile/executor-session.ts';
import type { AgentSettings } from '../settings/settings.ts';
import type { Installation } from '../store/installation.ts';
import type { Heartbeat } from '../sync/heartbeat.ts';
import type { Upgrader } from '../upgrade/upgrader.ts';

export interface AgentParts {
  version: string;
  startedAt: string;
  settings: AgentSettings;
  installation: Installation;
  desired: DesiredState;
  heartbeat: Heartbeat;
  outbox: Outbox;
  events: AgentEvents;
  rotation: KeyRotation;
  disk: DiskGuard;
  upgrades: Upgrader;
  sessions: ExecutorSessions;
  loops: WatchedLoops;
  /** The control plane's events: a proxy may hold them back. */
  stream: { isHeldBack: boolean };
  /** What the registries last answered, by image. */
  imageAnswers(): { image: string; fault: string | null }[];
}

export type AgentStatus = ReturnType<typeof describeAgent>;

/** Returns the agent's state, read from memory. */
export function describeAgent(parts: AgentParts) {
  const { version, startedAt, settings, installation, desired, outbox, rotation, disk, sessions } = parts;
  return {
    version,
    name: settings.name,
    executorId: installation.executorId ?? null,
    startedAt,
    controlPlane: settings.url,
    lastSync: parts.heartbeat.state,
    areEventsHeldBack: parts.stream.isHeldBack,
    revision: desired.revision ?? null,
    nodes: desired.all().flatMap(({ node }) => {
      const worker = sessions.worker(node.id)?.node;
      if (worker === undefined) return [];
      const { id, name, network, clientVersion, nodeType, desiredState } = node;
      const { phase, since, reason, endpoint, problems, reverted } = worker.report();
      /** The last one, which may be old; undefined before the first of this agent. */
      const sample = worker.lastSample;
      return {
        ...{ id, name, network, clientVersion, nodeType, desiredState, phase, since, sample },
        reason: reason ?? null,
        problems: (problems ?? []).map(({ code }) => code),
        isReverted: (reverted ?? null) !== null,
        answers: worker.answers,
        endpoint: endpoint ? authorityOf(endpoint.host, endpoint.rpcPort) : null,
        height: sample?.height ?? null,
        growthBytesPerDay: disk.growthPerDay(id),
      };
    }),
    orphans: sessions.orphans,
    disks: disk.disks,
    outbox: outbox.counts(),
    engine: { error: parts.events.runtimeFault },
    images: parts.imageAnswers(),
    /** `warning`: why the key cannot be rotated. */
    key: { ...rotation.term, warning: rotation.warning },
    upgrade: parts.upgrades.status(),
  };
}

export const socketPath = (dataDir: string): string => join(dataDir, 'agent.sock');
