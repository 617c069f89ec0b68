import type { Logger } from 'pino';
import { workloadConfig } from '../../bitcoin/workload-config.ts';
import type { TakenBackChangeInput } from '../../contract/types.generated.ts';
import type { Clock } from '../../timing/clock.ts';
import type { DesiredNode } from '../desired/desired-entry.ts';
import type { NodeHealth } from '../monitor/daemon-view.ts';
import type { NodeRecordStore } from '../node/record-store.ts';
import { reportOf, takenBackEvent } from '../node/take-back/describe-change.ts';
import { type FailedChange, judgeChange } from '../node/take-back/judge-change.ts';
import { activeRevert, trackWorked, whatRuns } from '../node/take-back/what-runs.ts';
import type { NodeRuntime, NodeSnapshot, Observation } from '../runtime/runtime.ts';
import type { TakenBack } from '../runtime/worked-config.ts';
import { runOf, type Workload } from '../runtime/workload.ts';

const cause = 'a change that made the daemon fail was reverted';

export interface ChangeGuardOptions {
  store: NodeRecordStore;
  runtime: Pick<NodeRuntime, 'refusal'>;
  clock: Clock;
  log: Logger;
}

/** Reverts a change that makes a working node fail: in one write, after which the ordinary steps restore the node. */
export class ChangeGuard {
  readonly #options: ChangeGuardOptions;
  /** How long the daemon of a run has answered, and how long it has answered no calls. */
  readonly #answeringMs: RunTimer;
  readonly #silentMs: RunTimer;

  constructor(options: ChangeGuardOptions) {
    this.#options = options;
    this.#answeringMs = runTimer(options.clock);
    this.#silentMs = runTimer(options.clock);
  }

  /** Remembers a configuration once its daemon has worked with it. */
  note({ workload, desired }: NodeSnapshot, health: NodeHealth | null): void {
    const { store, clock } = this.#options;
    const answeredMs = this.#answeringMs(workload, health !== null && health.state !== 'starting');
    store.update(trackWorked(desired, store.record, answeredMs, clock.now()));
  }

  /** Decides whether the requested change has failed. Returns whether it was just reverted. Throws RuntimeError. */
  async takeBack(asked: DesiredNode, observed: Observation, health: NodeHealth | null): Promise<boolean> {
    const { store, clock } = this.#options;
    const { workload } = observed;
    const isSilent = health?.state === 'starting' && health.isSilent === true;
    const silentMs = this.#silentMs(workload, workload?.state === 'running' && isSilent);
    const failed = judgeChange({ asked, record: store.record, workload, silentMs, now: clock.now() });
    if (failed === null) return false;
    const takenBack = this.#describe(asked, failed);
    const refusal = await this.#options.runtime.refusal(whatRuns(asked, { takenBack }), observed);
    this.#record(asked, { ...takenBack, refusal }, failed);
    return refusal === null;
  }

  report(asked: DesiredNode): TakenBackChangeInput | null {
    const takenBack = activeRevert(asked, this.#options.store.record);
    return takenBack === null ? null : reportOf(takenBack, asked.revision);
  }

  #describe(asked: DesiredNode, { fallback, reason }: FailedChange): TakenBack {
    return {
      asked: workloadConfig(asked),
      runs: fallback.config,
      runsRevision: fallback.revision,
      restartCounter: asked.restartCounter,
      at: new Date(this.#options.clock.now()).toISOString(),
      reason,
      refusal: null,
    };
  }

  #record(asked: DesiredNode, takenBack: TakenBack, { fallback }: FailedChange): void {
    const { store, log } = this.#options;
    const event = takenBackEvent(store.nodeId, takenBack, asked.revision);
    const change = takenBack.refusal === null ? { worked: fallback, formerlyWorked: null, failure: null, cause } : {};
    store.update({ takenBack, ...change }, [{ event }]);
    log.warn(event.message);
  }
}

type RunTimer = (workload: Workload | undefined, lasts: boolean) => number;

/**
 * Measures how long something has lasted in one run, in milliseconds since this process noticed it: the start of the run
 * is unreliable if the host's clock was set meanwhile.
 */
function runTimer(clock: Clock): RunTimer {
  let begun: { run: string; at: number } | undefined;
  return (workload, lasts) => {
    const now = clock.elapsed();
    if (workload === undefined || !lasts) begun = undefined;
    else if (begun?.run !== runOf(workload)) begun = { run: runOf(workload), at: now };
    return begun === undefined ? 0 : now - begun.at;
  };
}
