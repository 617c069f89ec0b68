import type { Clock } from '../../timing/clock.ts';
import type { PullProgress } from '../docker/engine/images.ts';
import type { Situation } from '../docker/snapshot.ts';
import type { Step } from '../docker/step.ts';
import type { NodeHealth } from '../monitor/health.ts';
import { type Phase, phaseDuring, phaseOf } from './phase.ts';
import { phaseEvents } from './phase-events.ts';
import type { NodeRecord } from './record-store.ts';

/** What is known of a node at the moment. */
export interface Present {
  /** Undefined before the first look. */
  situation: Situation | undefined;
  /** The step that is under way. */
  step: Step | undefined;
  health: NodeHealth | null;
}

/** Keeps a node's phase and reason true, and tells whoever must know when they change. */
export class NodeStatus {
  readonly #record: NodeRecord;
  readonly #clock: Clock;
  readonly #onChange: () => void;

  constructor(record: NodeRecord, clock: Clock, onChange: () => void) {
    this.#record = record;
    this.#clock = clock;
    this.#onChange = onChange;
  }

  /** Works the phase out anew. */
  refresh(present: Present): void {
    const now = this.#phase(present);
    if (now === undefined) return;
    const { health } = present;
    const answers = health !== null && health.state !== 'starting';
    const { status, exit, failure } = this.#record.memory;
    if (status.phase === now.phase && status.reason === now.reason && !(answers && exit !== null)) return;
    const since = status.phase === now.phase ? status.since : new Date(this.#clock.now()).toISOString();
    const events = phaseEvents(this.#record.nodeId, status, now, health, failure?.quiet ?? false);
    this.#record.change({ status: { ...now, since }, ...(answers ? { exit: null } : {}) }, events);
    this.#onChange();
  }

  showPull(step: Step, { done, total }: PullProgress): void {
    const { status } = this.#record.memory;
    const reason = `${step.why}; ${mebibytes(done)} of ${mebibytes(total)} MiB fetched`;
    this.#record.change({ status: { ...status, phase: 'pulling', reason } });
    this.#onChange();
  }

  #phase({ situation, step, health }: Present): Phase | undefined {
    const { memory } = this.#record;
    if (situation === undefined) {
      const { failure, status } = memory;
      return failure === null
        ? undefined
        : { phase: status.phase === 'pending' ? 'failing' : status.phase, reason: failure.message };
    }
    const { desired, plan, container } = situation;
    if (step !== undefined) return phaseDuring(step, desired.desiredState);
    return phaseOf({ desiredState: desired.desiredState, plan, container, health, memory });
  }
}

const mebibytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);
