import type { NodeOperationKind, NodePhase } from '../../contract/types.generated.ts';
import type { NodeProblem } from './node-problem.ts';
import type { TakenBack, WorkedConfig } from './worked-config.ts';
import type { ZmqPorts } from './workload.ts';
import type { WorkloadSpec } from './workload-spec.ts';

export interface UnexpectedExit {
  /** Null when the runtime restarted the daemon before its code could be read. */
  code: number | null;
  outOfMemory: boolean;
  /** What the daemon wrote last, for people; null when it wrote nothing or exited cleanly. */
  lastWords: string | null;
  /** How often in a row it exited in exactly this way. */
  times: number;
  /** Whether its disk had room then; null where that is unknown. */
  hadRoom: boolean | null;
}

/** Why a node does not run for now although it shall. */
export interface Suspension {
  code: 'disk_full_stopped';
  reason: string;
  /** An ISO time, which tells it from others. */
  since: string;
}

export interface ChainTip {
  height: number;
  bestBlockHash: string;
  /** Bytes of block and undo files. */
  sizeOnDiskBytes: number;
}

/** An exit that the agent did not ask for, among the last ones. */
export interface RecentExit extends Omit<UnexpectedExit, 'times'> {
  at: string;
  workloadId: string;
}

export interface NodeFailure {
  message: string;
  count: number;
  quiet: boolean;
  /** The runtime refused to create or to start the workload as it is wanted. */
  isRefusedStart?: boolean;
}

export interface AgentRpc {
  password: string;
  salt: string;
}

/** What the agent must record of a node because the runtime cannot tell it. JSON on disk, read by every version: add fields, never rename them. */
export interface NodeRecord {
  ports: { rpc: number; p2p: number } | null;
  /** The host ports of its topics of ZeroMQ, each chosen once; undefined before the first. */
  zmqPorts?: ZmqPorts;
  /** Why a topic that is asked for has no host port, for people; null where all have. */
  zmqFault: string | null;
  agentRpc: AgentRpc | null;
  /** The former installation whose credentials these are; undefined where this one chose them. */
  sharesRpcWith?: string;
  applied: WorkloadSpec | null;
  /** The hash of the settings that the daemon was last started with; undefined in records of former agents. */
  configHash?: string;
  appliedRevision: number | null;
  /** A restart happens when the desired counter is ahead of `settled`. `was` is the run that must end; null when none was up. */
  restart: { settled: number | null; pending: { counter: number; was: string | null } | null };
  /** Whether the daemon ever came up here with these ports. */
  everStarted: boolean;
  /** Whether a place for the chain data was created here. */
  volumeMade: boolean;
  /** The restart counter when the chain data was found lost: only a restart requested after that may begin without it. */
  volumeLostAt: number | null;
  /** Why the workload is being replaced or restarted, until it has started. */
  cause: string | null;
  /** The runtime's time of the last exit that was recorded. */
  lastExit: string | null;
  /** The unexpected exit from which the daemon has not recovered yet. */
  exit: UnexpectedExit | null;
  recentExits: RecentExit[];
  worked: WorkedConfig | null;
  /** The one that worked before it. */
  formerlyWorked: WorkedConfig | null;
  takenBack: TakenBack | null;
  problems: NodeProblem[];
  /** What failed last, until something succeeds; `quiet` when it needs no event: it was reported before, or concerns all nodes. */
  failure: NodeFailure | null;
  status: { phase: NodePhase; since: string; reason: string | null };
  tip?: ChainTip;
  /** The names of its wallets as its daemon last named them; undefined before. */
  wallets?: string[];
  /** The data root that its chain data is used from; undefined before it was moved from one to another. */
  dataRoot?: string;
  /** The last operation of each kind, as far as it was carried out here. A change names only the kinds that it changes. */
  operations: OperationRecords;
  /** Null while it may run. */
  suspension: Suspension | null;
}

/** What every operation has that was begun here. */
export interface OperationRecord {
  id: string;
  /** How far it is, in the words of its kind. `succeeded`, `failed` and `cancelled` are for good. */
  stage: string;
  /** Why it failed, rolls back or has to be tried again, for people. */
  reason: string | null;
  /** An ISO time; null before, or where the control plane knows it. */
  startedAt: string | null;
  /** How much is done, while that is counted. */
  done?: number;
  total?: number;
}

type Ended = 'succeeded' | 'failed' | 'cancelled';

/** Whether an operation is over for good. */
export const hasEnded = <R extends OperationRecord>(operation: R): operation is R & { stage: Ended } =>
  ['succeeded', 'failed', 'cancelled'].includes(operation.stage);

/**
 * A node becomes a copy of the node `from`: while it is `copying`, the daemon of that node must be down; once it is `copied`, a daemon without
 * peers proves it; `verified`, that daemon is started again with them. `waiting`: the copy could not be made, and is tried again when a
 * restart is requested beyond `restartCounter`.
 */
export interface SeedRecord extends OperationRecord {
  from: string;
  stage: 'copying' | 'copied' | 'verified' | 'waiting' | 'succeeded';
  restartCounter?: number;
}

/**
 * `copying`: the daemon must be down; `copied`: it is to be compared; `switched`: the copy is the data to use, and the old one is kept;
 * `answered`: the daemon has answered from it, and the old one can go; `returning`: the old one is the data to use, and the copy can go.
 */
export interface MoveRecord extends OperationRecord {
  from: string;
  to: string;
  stage: 'copying' | 'copied' | 'switched' | 'answered' | 'returning' | Ended;
  /** When the run of the daemon began whose data was copied, by the runtime; null where it never ran. */
  was?: string | null;
}

/**
 * A rebuild is begun once, by a start with an option that no other start has. `starting`: the daemon was started with the option, and may not
 * have wiped anything yet. `again`: it ended before it did. `running`: it rebuilds, and every start goes on with it.
 */
export interface ReindexRecord extends OperationRecord {
  stage: 'starting' | 'again' | 'running' | 'succeeded' | 'failed';
  /** How often the daemon was started with the option. */
  attempts: number;
}

interface OwnRecords {
  seed: SeedRecord;
  move: MoveRecord;
  reindex: ReindexRecord;
}

export type OperationRecords = {
  [K in NodeOperationKind]?: (K extends keyof OwnRecords ? OwnRecords[K] : OperationRecord) | undefined;
};

/** Returns a record after a change, which names only those operations that it changes. Pure. */
export const applyChange = (record: Readonly<NodeRecord>, change: Partial<NodeRecord>): NodeRecord => ({
  ...record,
  ...change,
  operations: { ...record.operations, ...change.operations },
});

export function newNodeRecord(now: number): NodeRecord {
  return {
    ports: null,
    zmqFault: null,
    agentRpc: null,
    applied: null,
    appliedRevision: null,
    restart: { settled: null, pending: null },
    everStarted: false,
    volumeMade: false,
    volumeLostAt: null,
    cause: null,
    lastExit: null,
    exit: null,
    recentExits: [],
    worked: null,
    formerlyWorked: null,
    takenBack: null,
    problems: [],
    failure: null,
    status: { phase: 'pending', since: new Date(now).toISOString(), reason: null },
    suspension: null,
    operations: {},
  };
}
