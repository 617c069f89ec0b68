import type {
  DesiredState as DesiredStateOfNode,
  NodePhase,
  UpgradeReportState,
} from '../../contract/types.generated.ts';
import type { DiskStatus } from '../disk/disk-guard.ts';
import type { KeyTerm } from '../key/key-rotation.ts';
import type { AgentHealth } from '../loops/watched-loops.ts';
import type { NodeSample } from '../monitor/sample.ts';
import type { OutboxCounts } from '../outbox/outbox.ts';
import type { HeartbeatCounts, SyncState } from '../sync/heartbeat.ts';

export interface AgentFigures {
  version: string;
  health: AgentHealth;
  lastSync: SyncState;
  heartbeats: Readonly<HeartbeatCounts>;
  isEngineReachable: boolean | null;
  outbox: OutboxCounts;
  key: KeyTerm & { warning: string | null };
  upgrade: {
    /** ISO time of the last answer that said whether one is asked for; null before the first. */
    lookedAt: string | null;
    isPossible: boolean;
    /** Of the one that is told of with each heartbeat; null for none. */
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
  /** The last one, which may be long ago; undefined before the first one that this agent took. */
  sample: NodeSample | undefined;
  growthBytesPerDay: number | null;
}
