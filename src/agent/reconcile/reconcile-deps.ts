import type { Logger } from 'pino';
import type { Clock } from '../../timing/clock.ts';
import type { DesiredState } from '../desired/desired-state.ts';
import type { DiskGuard } from '../disk/disk-guard.ts';
import type { WatchLoop } from '../loops/watched-loops.ts';
import type { AnswerMemory } from '../monitor/answer-memory.ts';
import type { EventRecorder } from '../node/record-store.ts';
import type { NewEvent } from '../outbox/event.ts';
import type { NodeRuntime } from '../runtime/runtime.ts';
import type { AgentSettings } from '../settings/settings.ts';
import type { Store } from '../store/database.ts';
import type { ExecutorLease } from '../sync/executor-lease.ts';
import type { TakeoverTurns } from './takeover-turns.ts';

export type DiskRoom = Pick<DiskGuard, 'suspensionOf' | 'hasSpace' | 'sizeReported' | 'growthPerDay'>;

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
  answerMemory: AnswerMemory;
  /** The problem of the host's clock; null without a known one. */
  clockFault(): string | null;
  /** Reconciles a node that waits for another one. */
  wakeNode(nodeId: string): void;
  takeovers: TakeoverTurns;
  onStatusChange(): void;
}
