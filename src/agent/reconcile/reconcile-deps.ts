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
  suspension: Suspension | null | undefined;
}

export interface DiskRoom {
  /** Why a node must not run now; undefined before that was judged. */
  suspensionOf(nodeId: string): Suspension | null | undefined;
  hasRoom(nodeId: string): Promise<boolean | null>;
  sizeReported(nodeId: string, bytes: number): void;
  growthPerDay(nodeId: string): number | null;
}

export interface ReconcileDeps {
  runtime: NodeRuntime;
  desired: DesiredState;
  lease: Pick<ExecutorLease, 'isHeld'>;
  instanceId: string;
  database: Store;
  clock: Clock;
  log: Logger;
  recorder: EventRecorder;
  /** Records a sample without news within seconds. */
  recordSoon(sample: NewEvent): void;
  settings: Pick<AgentSettings, 'bindAddress' | 'advertiseHost' | 'reconcileIntervalSeconds' | 'sampleIntervalSeconds'>;
  disk: DiskRoom;
  watchLoop: WatchLoop;
  /** What is wrong with the host's clock, for people; null where nothing is known to be. */
  clockFault(): string | null;
  /** Has a node reconciled again: another one did what it waits for. */
  wakeNode(nodeId: string): void;
  takeovers: TakeoverTurns;
  onStatusChange(): void;
}
