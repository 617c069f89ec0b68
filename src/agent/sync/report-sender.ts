import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FullReport } from '../../contract/full-report.ts';
import type { SyncExecutorInput } from '../../contract/types.generated.ts';
import type { Clock } from '../../timing/clock.ts';
import { ControlPlaneError } from '../control-plane/call-error.ts';
import type { SyncAnswer } from '../control-plane/sync-answer.ts';

export type Sync = (input: SyncExecutorInput, signal: AbortSignal) => Promise<SyncAnswer>;

/** Returns a sender of reports, which omits what is acknowledged unless the control plane refuses the short form. */
export function reportSender({ sync, clock }: { sync: Sync; clock: Clock }) {
  let acknowledged: AcknowledgedReport | null = null;
  /** Throws what `sync` throws. */
  return async (report: FullReport, signal: AbortSignal): Promise<SyncAnswer> => {
    const before = acknowledged;
    // If anything fails from here on, the control plane's state is unknown: the next report is a full one.
    acknowledged = null;
    const now = clock.elapsed();
    let sent = omitAcknowledged(report, before, now);
    const answer = await sync(sent, signal).catch((error: unknown) => {
      const isRefused = error instanceof ControlPlaneError && error.fault === 'refused';
      if (!isShort(sent) || !isRefused) throw error;
      sent = report;
      return sync(report, signal);
    });
    acknowledged = acknowledge(report, sent, { revision: answer.observedRevision, before, now });
    return answer;
  };
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
