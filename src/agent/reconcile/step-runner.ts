import { randomUUIDv7 } from 'node:crypto';
import { addAbortListener } from 'node:events';
import type { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';
import { isSameWorkload } from '../../bitcoin/workload-config.ts';
import { configOf, type DesiredEntry, type DesiredNode } from '../desired/desired-entry.ts';
import type { Pulse } from '../loops/watched-loops.ts';
import type { NodeRecordStore } from '../node/record-store.ts';
import type { NodeSnapshot, Observation, PullProgress, Step, StepDescription } from '../runtime/runtime.ts';
import { RuntimeError } from '../runtime/runtime-error.ts';
import type { Store } from '../store/database.ts';
import type { ReconcileDeps } from './reconcile-deps.ts';

export interface StepRunnerOptions {
  store: NodeRecordStore;
  deps: Pick<ReconcileDeps, 'runtime' | 'database' | 'clock'>;
  log: Logger;
  /** Called before the step, in the transaction that writes its intent. */
  onBegun(step: Step): void;
  onProgress(step: Step, progress: PullProgress): void;
  onFinished(step: Step): void;
}

const progressIntervalMs = 1000;
/** For a rehearsal that ends with the agent: it unpauses the daemon in a tenth of this. */
const cleanupMs = 1000;

/** Runs one step at a time and survives a kill in it: the intent is on disk before the step, the outcome after it. */
export class StepRunner {
  readonly #options: StepRunnerOptions;
  #current: Step | undefined;
  /** A long step that another desired state, or a full disk, makes unnecessary. */
  #cancellable: { isNeeded: StepNeed; abort: AbortController } | undefined;

  constructor(options: StepRunnerOptions) {
    this.#options = options;
  }

  get current(): Step | undefined {
    return this.#current;
  }

  /** The step that an earlier run of the agent, or of this worker, started and did not finish. */
  get unfinished(): Step | undefined {
    return this.#readIntent()?.step;
  }

  /** Recovers an unfinished step. Returns whether there was one. */
  async recoverIntent(snapshot: NodeSnapshot): Promise<boolean> {
    const intent = this.#readIntent();
    if (intent === undefined) return false;
    const { runtime } = this.#options.deps;
    if (runtime.isDone(intent.step, intent.wantedHash, snapshot)) await this.#finish(intent, snapshot);
    else this.#clearIntent();
    return true;
  }

  /** Returns what the node is like after the step, if known; undefined if it must be observed. */
  async run(step: Step, snapshot: NodeSnapshot, signal: AbortSignal, pulse: Pulse): Promise<Observation | undefined> {
    const { store, deps, onBegun } = this.#options;
    const intent: Intent = { step, eventId: randomUUIDv7(), wantedHash: snapshot.specHash };
    this.#current = step;
    try {
      store.transaction(() => {
        writeIntent(deps.database, store.nodeId, intent);
        onBegun(step);
      });
      // The duration of a pull, a copy or a stop is unbounded.
      pulse.away();
      const applied = await this.#apply(step, snapshot, signal);
      pulse.beat();
      if (applied !== undefined) return await this.#finish(intent, snapshot, applied.result);
      this.#clearIntent();
      return undefined;
    } finally {
      this.#current = undefined;
    }
  }

  /** Aborts a pull, a copy or a rehearsal that `desired` no longer needs, or that must give way to a suspension. */
  cancelNeedless({ node, orphaned }: DesiredEntry, isSuspended: boolean): void {
    const cancellable = this.#cancellable;
    if (cancellable !== undefined && (orphaned || !cancellable.isNeeded(node, isSuspended))) cancellable.abort.abort();
  }

  /** Returns the result of the step; undefined if it was cancelled. */
  async #apply(step: Step, snapshot: NodeSnapshot, signal: AbortSignal) {
    const { deps, log } = this.#options;
    const { runtime } = deps;
    const abort = new AbortController();
    const { effect } = runtime.describeStep(step);
    const isNeeded = needOf(runtime.describeStep(step), snapshot.desired);
    if (isNeeded !== null) this.#cancellable = { isNeeded, abort };
    // Some steps, such as a stop of ten minutes, take no signal: the agent ends without them and recovers them later.
    const ended = Promise.withResolvers<never>();
    const end = () => ended.reject(new RuntimeError('refused', 'the agent is shutting down'));
    // A rehearsal must not leave a frozen daemon behind.
    let cleanup: NodeJS.Timeout | undefined;
    using _listener = addAbortListener(signal, () => {
      if (effect === 'rehearse') cleanup = setTimeout(end, cleanupMs);
      else end();
    });
    const options = { onProgress: this.#progressReporter(step), signal: AbortSignal.any([signal, abort.signal]) };
    try {
      return { result: await Promise.race([runtime.apply(step, snapshot, options), ended.promise]) };
    } catch (error) {
      if (!abort.signal.aborted || signal.aborted) throw error;
      log.info(cancelled[effect] ?? 'cancelled step: no longer needed');
      return undefined;
    } finally {
      clearTimeout(cleanup);
      this.#cancellable = undefined;
    }
  }

  #progressReporter(step: Step): (progress: PullProgress) => void {
    const { deps, onProgress } = this.#options;
    let reportedAt = Number.NEGATIVE_INFINITY;
    return (progress) => {
      const now = deps.clock.elapsed();
      if (now - reportedAt < progressIntervalMs) return;
      reportedAt = now;
      onProgress(step, progress);
    };
  }

  /** Records that a step is finished, together with the event that reports it. Returns what the node is like now, if known. */
  async #finish({ step, eventId }: Intent, snapshot: NodeSnapshot, result?: unknown) {
    const { store, deps, log, onFinished } = this.#options;
    const { change, event, observed } = await deps.runtime.finish(step, snapshot, result);
    onFinished(step);
    store.transaction(() => {
      store.update(change, event === null ? [] : [{ event, id: eventId }]);
      this.#clearIntent();
    });
    if (event !== null) log.info({ step: step.kind }, event.message);
    return observed;
  }

  #readIntent(): Intent | undefined {
    const { store, deps } = this.#options;
    return readIntent(deps.database, store.nodeId);
  }

  #clearIntent(): void {
    const { store, deps } = this.#options;
    clearIntent(deps.database, store.nodeId);
  }
}

const cancelled: Partial<Record<StepDescription['effect'], string>> = {
  copy: 'cancelled copy: no longer requested',
  pull: 'cancelled pull: desired version changed',
  rehearse: 'interrupted rehearsal: no longer requested, or something else must be done first',
};

/** Whether a step is still needed for another desired state; `isSuspended`: the daemon must stop for its disk. */
type StepNeed = (desired: DesiredNode, isSuspended: boolean) => boolean;

/** Returns whether a step that takes long is still needed; null for a step that is carried out in any case. */
function needOf({ effect, operationId }: StepDescription, before: DesiredNode): StepNeed | null {
  const isRequested = ({ operations }: DesiredNode) => operations.some(({ id }) => id === operationId);
  switch (effect) {
    case 'pull':
      return ({ desiredState, clientVersion }) => desiredState === 'running' && clientVersion === before.clientVersion;
    case 'copy':
      return (desired) => desired.desiredState === 'running' && isRequested(desired);
    case 'rehearse':
      // What restarts the daemon does not wait for a rehearsal. The removal of its copy belongs to no operation.
      return operationId === undefined
        ? null
        : (desired, isSuspended) =>
            desired.desiredState === 'running' &&
            isRequested(desired) &&
            !isSuspended &&
            desired.restartCounter === before.restartCounter &&
            isSameWorkload(configOf(desired), configOf(before));
    default:
      return null;
  }
}

/** A started step: written before the step, so that an agent that was killed during it can recover it. */
export interface Intent {
  step: Step;
  /** The id of the event that reports the finished step: stable across kills of the agent. */
  eventId: string;
  /** The hash of the spec desired at that time. */
  wantedHash: string | null;
}

export function readIntent(database: DatabaseSync, nodeId: string): Intent | undefined {
  const row = database.prepare('SELECT event_id, document FROM step_intent WHERE node_id = ?').get(nodeId);
  if (row === undefined) return undefined;
  const { step, wantedHash } = JSON.parse(String(row['document'])) as Omit<Intent, 'eventId'>;
  return { step, wantedHash, eventId: String(row['event_id']) };
}

export function writeIntent(database: Store, nodeId: string, { step, eventId, wantedHash }: Intent): void {
  const insert = database.prepare(
    `INSERT INTO step_intent (node_id, event_id, document) VALUES (?, ?, ?)
     ON CONFLICT (node_id) DO UPDATE SET event_id = excluded.event_id, document = excluded.document`,
  );
  database.transaction(() => insert.run(nodeId, eventId, JSON.stringify({ step, wantedHash })));
}

export function clearIntent(database: Store, nodeId: string): void {
  const remove = database.prepare('DELETE FROM step_intent WHERE node_id = ?');
  database.transaction(() => remove.run(nodeId));
}
