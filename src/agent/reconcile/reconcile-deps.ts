import type { Logger } from 'pino';
import type { Clock } from '../../timing/clock.ts';
import type { DesiredState } from '../desired/desired-state.ts';
import type { EventRecorder } from '../node/record-store.ts';
import type { NodeRuntime } from '../runtime/runtime.ts';
import type { AgentSettings } from '../settings/settings.ts';
import type { Store } from '../store/database.ts';
import type { ExecutorLease } from '../sync/executor-lease.ts';

/** What the loop of every node works with. */
export interface ReconcileDeps {
  runtime: NodeRuntime;
  desired: DesiredState;
  lease: Pick<ExecutorLease, 'isHeld'>;
  /** This installation of the agent. */
  instanceId: string;
  database: Store;
  clock: Clock;
  log: Logger;
  recorder: EventRecorder;
  settings: Pick<AgentSettings, 'bindAddress' | 'advertiseHost' | 'reconcileIntervalSeconds' | 'sampleIntervalSeconds'>;
  /** Called when the phase or reason of a node changes, or the orphans do. */
  onStatusChange(): void;
}
