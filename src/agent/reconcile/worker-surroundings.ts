import type { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { HeldNode } from '../desired/desired-node.ts';
import type { StepSurroundings } from './apply.ts';
import type { HostChoices } from './container-inputs.ts';
import type { HostOffer } from './node-config.ts';
import type { EventRecorder } from './node-record.ts';
import type { PortGiver } from './ports.ts';

/** What every worker is given. */
export interface WorkerSurroundings extends StepSurroundings {
  database: DatabaseSync;
  clock: Clock;
  log: Logger;
  recorder: EventRecorder;
  ports: PortGiver;
  host: HostChoices & HostOffer & { advertiseHost: string };
  reconcileIntervalSeconds: number;
  sampleIntervalSeconds: number;
  held(nodeId: string): HeldNode | undefined;
  forget(nodeId: string): void;
  /** Whether the control plane takes this agent's heartbeats now. */
  isAccepted(): boolean;
  onStatusChange(): void;
}
