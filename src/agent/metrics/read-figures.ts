import type {
  DesiredState as DesiredStateOfNode,
  NodePhase,
  UpgradeReportState,
} from '../../contract/types.generated.ts';
import type { AgentParts } from '../admin-socket/describe.ts';
import type { KeyTerm } from '../control-plane/key-rotation.ts';
import type { DiskStatus } from '../disk/disk-guard.ts';
import type { AgentHealth, WatchedLoops } from '../loops/watched-loops.ts';
import type { NodeSample } from '../monitor/sample.ts';
import type { OutboxCounts } from '../outbox/outbox.ts';
import type { HeartbeatCounts, SyncState } from '../sync/heartbeat.ts';
import type { UpgradeStatus } from '../upgrade/upgrade-reporter.ts';

export type MeasuredParts = Pick<
  AgentParts,
  'version' | 'desired' | 'heartbeat' | 'outbox' | 'rotation' | 'disk' | 'sessions' | 'upgrades'
> & {
  loops: Pick<WatchedLoops, 'health'>;
  events: { isRuntimeReachable: boolean | null };
};

/** Reads the agent's current state from memory. */
export function readFigures(parts: MeasuredParts): AgentFigures {
  const { version, loops, events, heartbeat, outbox, rotation, disk, upgrades, sessions } = parts;
  return {
    version,
    health: loops.health,
    lastSync: heartbeat.state,
    heartbeats: heartbeat.counts,
    isEngineReachable: events.isRuntimeReachable,
    outbox: outbox.counts(),
    key: { ...rotation.term, warning: rotation.warning },
    upgrade: readUpgrade(upgrades.status()),
    disks: disk.disks,
    orphans: sessions.orphans.length,
    nodes: readNodes(parts),
  };
}

const readUpgrade = ({ lookedAt, upgradability, request }: UpgradeStatus): AgentFigures['upgrade'] => ({
  lookedAt,
  isPossible: upgradability.canUpgrade,
  state: request?.state ?? null,
});

const readNodes = ({ desired, disk, sessions }: MeasuredParts): NodeFigures[] =>
  desired.all().flatMap(({ node }) => {
    const worker = sessions.worker(node.id)?.node;
    if (worker === undefined) return [];
    const { phase, problems, takenBack } = worker.report();
    return {
      id: node.id,
      name: node.name,
      network: node.network,
      clientVersion: node.clientVersion,
      nodeType: node.nodeType,
      desiredState: node.desiredState,
      phase,
      problems: (problems ?? []).map(({ code }) => code),
      isTakenBack: (takenBack ?? null) !== null,
      answers: worker.answers,
      sample: worker.lastSample,
      growthBytesPerDay: disk.growthPerDay(node.id),
    };
  });

export interface AgentFigures {
  version: string;
  health: AgentHealth;
  lastSync: SyncState;
  heartbeats: Readonly<HeartbeatCounts>;
  isEngineReachable: boolean | null;
  outbox: OutboxCounts;
  key: KeyTerm & { warning: string | null };
  upgrade: {
    /** ISO time of the last check for a requested upgrade; null before the first. */
    lookedAt: string | null;
    isPossible: boolean;
    /** State in the current upgrade report; null without one. */
    state: UpgradeReportState | null;
  };
  disks: readonly DiskStatus[];
  orphans: number;
  nodes: readonly NodeFigures[];
}

export interface NodeFigures {
  id: string;
  name: string;
  network: string;
  clientVersion: string;
  nodeType: string;
  desiredState: DesiredStateOfNode;
  phase: NodePhase;
  problems: readonly string[];
  isTakenBack: boolean;
  answers: boolean;
  /** The last one, which may be old; undefined before the first of this agent. */
  sample: NodeSample | undefined;
  growthBytesPerDay: number | null;
}

export interface Value {
  labels?: Readonly<Record<string, string>>;
  value: number | undefined;
}

export interface ReadMetric {
  name: string;
  help: string;
  labels: readonly string[];
  read(figures: AgentFigures): readonly Value[];
}
