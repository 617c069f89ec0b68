import type { Logger } from 'pino';
import type { Clock } from '../../timing/clock.ts';
import type { DesiredEntry } from '../desired/desired-entry.ts';
import type { HostOffer } from '../desired/host-offer.ts';
import type { StepSurroundings } from '../docker/apply.ts';
import type { HostChoices } from '../docker/container-spec.ts';
import type { PortGiver } from '../docker/port-allocator.ts';
import type { EventRecorder } from '../node/record-store.ts';
import type { Store } from '../store/database.ts';

/** What every worker is given. */
export interface WorkerSurroundings extends StepSurroundings {
  database: Store;
  clock: Clock;
  log: Logger;
  recorder: EventRecorder;
  ports: PortGiver;
  host: HostChoices & HostOffer & { advertiseHost: string };
  reconcileIntervalSeconds: number;
  sampleIntervalSeconds: number;
  held(nodeId: string): DesiredEntry | undefined;
  forget(nodeId: string): void;
  /** Whether the control plane takes this agent's heartbeats now. */
  isAccepted(): boolean;
  onStatusChange(): void;
}
