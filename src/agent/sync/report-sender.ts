import type { FullReport } from '../../contract/full-report.ts';
import type { SyncExecutorInput } from '../../contract/types.generated.ts';
import type { Clock } from '../../timing/clock.ts';
import { ControlPlaneError } from '../control-plane/control-plane-error.ts';
import type { SyncAnswer } from '../control-plane/sync-answer.ts';
import { type AcknowledgedReport, acknowledge, isShort, leaveOutKnown } from './acknowledged-report.ts';

export type Sync = (input: SyncExecutorInput, signal: AbortSignal) => Promise<SyncAnswer>;

export class ReportSender {
  readonly #sync: Sync;
  readonly #clock: Clock;
  #acknowledged: AcknowledgedReport | null = null;

  constructor({ sync, clock }: { sync: Sync; clock: Clock }) {
    this.#sync = sync;
    this.#clock = clock;
  }

  /** Says everything at once to a control plane that refuses the short form. Throws what `sync` throws. */
  async send(report: FullReport, signal: AbortSignal): Promise<SyncAnswer> {
    const before = this.#acknowledged;
    // Whatever fails from here on, nobody knows what the control plane holds: the next report says everything.
    this.#acknowledged = null;
    const now = this.#clock.elapsed();
    const input = leaveOutKnown(report, before, now);
    const { answer, sent } = await this.#trySync(input, report, signal);
    this.#acknowledged = acknowledge(report, sent, { revision: answer.observedRevision, before, now });
    return answer;
  }

  async #trySync(
    input: SyncExecutorInput,
    report: FullReport,
    signal: AbortSignal,
  ): Promise<{ answer: SyncAnswer; sent: SyncExecutorInput }> {
    try {
      return { answer: await this.#sync(input, signal), sent: input };
    } catch (error) {
      const isRefused = error instanceof ControlPlaneError && error.fault === 'refused';
      if (!isShort(input) || !isRefused) throw error;
      return { answer: await this.#sync(report, signal), sent: report };
    }
  }
}
