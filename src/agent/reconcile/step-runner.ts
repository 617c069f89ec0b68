import type { Logger } from 'pino';
import type { DesiredNode } from '../desired/desired-entry.ts';
import { configOf, imageOf } from '../desired/host-offer.ts';
import { applyStep, type StepSubject } from '../docker/apply.ts';
import { EngineError } from '../docker/engine/engine-error.ts';
import type { PullProgress } from '../docker/engine/images.ts';
import { observeNode } from '../docker/observe.ts';
import type { Situation } from '../docker/snapshot.ts';
import { eventOf, isDone, type Step } from '../docker/step.ts';
import { memoryAfter } from '../docker/step-effects.ts';
import type { NodeRecord } from '../node/record-store.ts';
import { clearIntent, type Intent, readIntent, writeIntent } from './intent.ts';
import type { WorkerSurroundings } from './reconcile-deps.ts';

export interface StepTakerOptions {
  record: NodeRecord;
  given: WorkerSurroundings;
  log: Logger;
  /** It is written down that the step is begun. */
  onBegun(step: Step): void;
  /** Called at most once a second. */
  onPullProgress(step: Step, progress: PullProgress): void;
  onFinished(step: Step): void;
}

/** Takes one step at a time: what is begun is on disk before the act, and what it came to after it. */
export class StepTaker {
  readonly #record: NodeRecord;
  readonly #given: WorkerSurroundings;
  readonly #log: Logger;
  readonly #options: StepTakerOptions;
  #pulling: { clientVersion: string; abort: AbortController } | undefined;
  #step: Step | undefined;

  constructor(options: StepTakerOptions) {
    this.#record = options.record;
    this.#given = options.given;
    this.#log = options.log;
    this.#options = options;
  }

  /** The step that is under way. */
  get step(): Step | undefined {
    return this.#step;
  }

  /** Finds out what became of a step that an earlier run of the agent began. Tells whether there was one. */
  settle(situation: Situation): boolean {
    const intent = readIntent(this.#given.database, this.#record.nodeId);
    if (intent === undefined) return false;
    const done = isDone(intent.step, situation.observed, situation.image.present, intent.wantedHash);
    if (done) this.#finish(intent, situation);
    else this.#record.change({}, [], () => clearIntent(this.#given.database, this.#record.nodeId));
    return true;
  }

  async take(step: Step, situation: Situation, signal: AbortSignal): Promise<void> {
    const { nodeId } = this.#record;
    const intent: Intent = {
      step,
      eventId: this.#given.recorder.newId(),
      wantedHash: situation.made?.specHash ?? null,
    };
    this.#record.change({}, [], () => writeIntent(this.#given.database, nodeId, intent));
    this.#step = step;
    try {
      this.#options.onBegun(step);
      await this.#apply(step, situation, signal);
      const observed = step.kind === 'stop-container' ? await observeNode(this.#given, nodeId) : situation.observed;
      this.#finish(intent, { ...situation, observed });
    } finally {
      this.#step = undefined;
    }
  }

  /** Ends a pull that `desired` no longer needs. */
  giveUpNeedlessPull(desired: DesiredNode): void {
    if (this.#pulling === undefined) return;
    const offered = imageOf(this.#given.host, desired.clientVersion) !== undefined;
    const same = this.#pulling.clientVersion === desired.clientVersion && offered;
    if (desired.desiredState !== 'running' || !same) this.#pulling.abort.abort();
  }

  async #apply(step: Step, { desired, made, observed }: Situation, signal: AbortSignal): Promise<void> {
    const abort = new AbortController();
    if (step.kind === 'pull-image') this.#pulling = { clientVersion: desired.clientVersion, abort };
    const subject: StepSubject = {
      config: configOf(desired),
      nodeId: desired.id,
      nodeName: desired.name,
      revision: desired.revision,
      made,
      leftover: observed.leftover,
    };
    try {
      const ended = Promise.withResolvers<never>();
      const end = () => ended.reject(new EngineError('refused', 'the agent is ending'));
      signal.addEventListener('abort', end, { once: true });
      const tell = this.#progressTeller(step);
      await Promise.race([
        applyStep(step, subject, this.#given, tell, AbortSignal.any([signal, abort.signal])),
        ended.promise,
      ]).finally(() => signal.removeEventListener('abort', end));
    } catch (error) {
      if (!abort.signal.aborted || signal.aborted) throw error;
      this.#log.info('the pull is given up because something else is wanted now');
    } finally {
      this.#pulling = undefined;
    }
  }

  /** Writes down that a step is finished, together with the event that tells of it. */
  #finish({ step, eventId }: Intent, situation: Situation): void {
    const { nodeId } = this.#record;
    const change = memoryAfter(step, situation);
    this.#options.onFinished(step);
    const event = eventOf(nodeId, step, situation.observed);
    this.#record.change(change, [{ event, id: eventId }], () => clearIntent(this.#given.database, nodeId));
    this.#log.info({ step: step.kind }, event.message);
  }

  #progressTeller(step: Step): (progress: PullProgress) => void {
    let told = Number.NEGATIVE_INFINITY;
    return (progress) => {
      const now = this.#given.clock.elapsed();
      if (now - told < 1000) return;
      told = now;
      this.#options.onPullProgress(step, progress);
    };
  }
}
