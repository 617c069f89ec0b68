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

/** What an agent knows of itself and of its nodes at one moment. */
export interface AgentFigures {
  version: string;
  health: AgentHealth;
  lastSync: SyncState;
  /** Since the agent started. */
  heartbeats: Readonly<HeartbeatCounts>;
  /** Null before the engine was first asked. */
  isEngineReachable: boolean | null;
  outbox: OutboxCounts;
  key: KeyTerm & { warning: string | null };
  upgrade: {
    /** ISO time of the last answer that said whether one is asked for; null before the first. */
    lookedAt: string | null;
    /** Whether this agent can be upgraded from the control plane. */
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
  /** Codes of what is wrong with it. */
  problems: readonly string[];
  isTakenBack: boolean;
  /** Whether its daemon answers now. */
  answers: boolean;
  /** The last one, which may be long ago; undefined before the first one that this agent took. */
  sample: NodeSample | undefined;
  /** Bytes a day by which its data grows; null while that is unknown. */
  growthBytesPerDay: number | null;
}
