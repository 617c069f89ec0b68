import type { Logger } from 'pino';
import type { Clock } from '../../timing/clock.ts';
import type { DesiredState } from '../desired/desired-state.ts';
import type { WatchLoop } from '../loops/watched-loops.ts';
import type { EventRecorder } from '../node/record-store.ts';
import type { NewEvent } from '../outbox/event.ts';
import type { Suspension } from '../runtime/node-record.ts';
import type { NodeRuntime } from '../runtime/runtime.ts';
import type { AgentSettings } from '../settings/settings.ts';
import type { Store } from '../store/database.ts';
import type { ExecutorLease } from '../sync/executor-lease.ts';
import type { TakeoverTurns } from './takeover-turns.ts';

export interface DiskUse {
  id: string;
  /** The directory of the host that holds its data; null where the engine keeps it. */
  directory: string | null;
  isUp: boolean;
  /** What is recorded of it. */
  suspension: Suspension | null | undefined;
}

/** What is known of the disks of the nodes. */
export interface DiskRoom {
  /** Why a node must not run now; undefined before that was judged. */
  suspensionOf(nodeId: string): Suspension | null | undefined;
  /** Whether its disk has room for its daemon; null where that is unknown. */
  hasRoom(nodeId: string): Promise<boolean | null>;
  /** A daemon says how many bytes its blocks have. */
  sizeReported(nodeId: string, bytes: number): void;
  /** Bytes a day by which its data grows; null while that is unknown. */
  growthPerDay(nodeId: string): number | null;
}

/** What the loop of every node works with. */
export interface ReconcileDeps {
  runtime: NodeRuntime;
  desired: DesiredState;
  lease: Pick<ExecutorLease, 'isHeld'>;
  instanceId: string;
  database: Store;
  clock: Clock;
  log: Logger;
  recorder: EventRecorder;
  /** Records a sample that says nothing new within seconds. Default: at once. */
  recordSoon?(sample: NewEvent): void;
  settings: Pick<AgentSettings, 'bindAddress' | 'advertiseHost' | 'reconcileIntervalSeconds' | 'sampleIntervalSeconds'>;
  disk: DiskRoom;
  /** Default: nobody watches its loops. */
  watchLoop?: WatchLoop;
  /** What is wrong with the host's clock, for people; null where nothing is known to be. */
  clockFault?(): string | null;
  /** Has a node reconciled again: another one did what it waits for. */
  wakeNode?(nodeId: string): void;
  /** Default: each node has its turn at once. */
  takeovers?: TakeoverTurns;
  /** Called when the phase or reason of a node changes, or the orphans do. */
  onStatusChange(): void;
}
