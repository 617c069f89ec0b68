import type { Logger } from 'pino';
import { workloadConfig } from '../../bitcoin/workload-config.ts';
import type { RevertedChangeInput } from '../../contract/types.generated.ts';
import type { Clock } from '../../timing/clock.ts';
import type { DesiredNode } from '../desired/desired-entry.ts';
import type { NodeHealth } from '../monitor/daemon-view.ts';
import type { NodeRecordStore } from '../node/record-store.ts';
import { reportOf, revertedEvent } from '../node/revert/describe-change.ts';
import { type FailedChange, judgeChange } from '../node/revert/judge-change.ts';
import { activeRevert, trackWorked, whatRuns } from '../node/revert/what-runs.ts';
import type { NodeRuntime, NodeSnapshot, Observation } from '../runtime/runtime.ts';
import type { Reverted } from '../runtime/worked-config.ts';
import { runOf, type Workload } from '../runtime/workload.ts';

const cause = 'a change that made the daemon fail was reverted';

export interface ChangeGuardOptions {
  store: NodeRecordStore;
  runtime: Pick<NodeRuntime, 'refusal'>;
  clock: Clock;
  log: Logger;
}

export type ChangeGuard = ReturnType<typeof changeGuard>;

/** Reverts a change that makes a working node fail: in one write, after which the ordinary steps restore the node. */
export function changeGuard({ store, runtime, clock, log }: ChangeGuardOptions) {
  /** How long the daemon of a run has answered, and how long it has answered no calls. */
  const [answeringMs, silentMs] = [runTimer(clock), runTimer(clock)];

  const describe = (asked: DesiredNode, { fallback, reason }: FailedChange): Reverted => ({
    asked: workloadConfig(asked),
    runs: fallback.config,
    runsRevision: fallback.revision,
    restartCounter: asked.restartCounter,
    at: new Date(clock.now()).toISOString(),
    reason,
    refusal: null,
  });

  const record = (asked: DesiredNode, reverted: Reverted, { fallback }: FailedChange): void => {
    const event = revertedEvent(store.nodeId, reverted, asked.revision);
    const change = reverted.refusal === null ? { worked: fallback, formerlyWorked: null, failure: null, cause } : {};
    store.update({ reverted, ...change }, [{ event }]);
    log.warn(event.message);
  };

  return {
    /** Remembers a configuration once its daemon has worked with it. */
    note({ workload, desired }: NodeSnapshot, health: NodeHealth | null): void {
      const answeredMs = answeringMs(workload, health !== null && health.state !== 'starting');
      store.update(trackWorked(desired, store.record, answeredMs, clock.now()));
    },
    /** Decides whether the requested change has failed. Returns whether it was just reverted. Throws RuntimeError. */
    async revert(asked: DesiredNode, observed: Observation, health: NodeHealth | null): Promise<boolean> {
      const { workload } = observed;
      const isSilent = health?.state === 'starting' && health.isSilent === true;
      const wasSilentMs = silentMs(workload, workload?.state === 'running' && isSilent);
      const failed = judgeChange({ asked, record: store.record, workload, silentMs: wasSilentMs, now: clock.now() });
      if (failed === null) return false;
      const reverted = describe(asked, failed);
      const refusal = await runtime.refusal(whatRuns(asked, { reverted }), observed);
      record(asked, { ...reverted, refusal }, failed);
      return refusal === null;
    },
    report(asked: DesiredNode): RevertedChangeInput | null {
      const reverted = activeRevert(asked, store.record);
      return reverted === null ? null : reportOf(reverted, asked.revision);
    },
  };
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
