import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FullReport } from '../../contract/full-report.ts';
import type { SyncExecutorInput } from '../../contract/types.generated.ts';
import type { Clock } from '../../timing/clock.ts';
import { ControlPlaneError } from '../control-plane/call-error.ts';
import type { SyncAnswer } from '../control-plane/sync-answer.ts';

export type Sync = (input: SyncExecutorInput, signal: AbortSignal) => Promise<SyncAnswer>;

export class ReportSender {
  readonly #sync: Sync;
  readonly #clock: Clock;
  #acknowledged: AcknowledgedReport | null = null;

  constructor({ sync, clock }: { sync: Sync; clock: Clock }) {
    this.#sync = sync;
    this.#clock = clock;
  }

  /** Sends the full report to a control plane that refuses the short form. Throws what `sync` throws. */
  async send(report: FullReport, signal: AbortSignal): Promise<SyncAnswer> {
    const before = this.#acknowledged;
    // If anything fails from here on, the control plane's state is unknown: the next report is a full one.
    this.#acknowledged = null;
    const now = this.#clock.elapsed();
    const input = omitAcknowledged(report, before, now);
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

export interface AcknowledgedReport {
  revision: string;
  said: string;
  resources: FullReport['resources'];
  /** Time of the last full report, in milliseconds of a monotonic clock. */
  fullReportAt: number;
}

/** Send a full report every 5 minutes to repair any drift. */
export const fullReportIntervalMs = 300_000;

/** Returns a full report, or only its acknowledged name and changed resources. `now` uses the clock of `fullReportAt`. */
export function omitAcknowledged(
  report: FullReport,
  acknowledged: AcknowledgedReport | null,
  now: number,
): SyncExecutorInput {
  if (acknowledged === null || now - acknowledged.fullReportAt >= fullReportIntervalMs) return report;
  if (acknowledged.said !== hashOf(report)) return report;
  const { name, instanceId, knownRevision, resources } = report;
  return {
    ...{ name, instanceId, knownRevision: knownRevision ?? null },
    observedRevision: acknowledged.revision,
    ...(isDeepStrictEqual(resources, acknowledged.resources) ? {} : { resources }),
  };
}

/** Returns what the control plane holds after it answered `sent`; null if it wants a full report. */
export function acknowledge(
  report: FullReport,
  sent: SyncExecutorInput,
  { revision, before, now }: { revision: string | null | undefined; before: AcknowledgedReport | null; now: number },
): AcknowledgedReport | null {
  if (!revision) return null;
  const { resources } = report;
  if (!isShort(sent)) return { revision, said: hashOf(report), resources, fullReportAt: now };
  return before && { ...before, revision, resources };
}

export const isShort = ({ observedRevision }: SyncExecutorInput): boolean => Boolean(observedRevision);

function hashOf({ resources: _, knownRevision: _known, ...said }: FullReport): string {
  return createHash('sha256').update(JSON.stringify(said)).digest('base64');
}
