import { isDeepStrictEqual } from 'node:util';
import type { FullReport } from '../../contract/full-report.ts';
import type { SyncExecutorInput } from '../../contract/types.generated.ts';
import type { Clock } from '../../timing/clock.ts';
import { ControlPlaneError } from '../control-plane/call-error.ts';
import type { SyncAnswer } from '../control-plane/sync-answer.ts';

export type Sync = (input: SyncExecutorInput, signal: AbortSignal) => Promise<SyncAnswer>;

interface AcknowledgedReport {
  revision: string;
  said: string;
  resources: FullReport['resources'];
  /** Time of the last full report, in milliseconds of a monotonic clock. */
  fullReportAt: number;
}

/** Send a full report every 5 minutes to repair any drift. */
const fullReportIntervalMs = 300_000;

/** Returns a sender of reports, which omits what is acknowledged unless the control plane refuses the short form. */
export function reportSender({ sync, clock }: { sync: Sync; clock: Clock }) {
  let acknowledged: AcknowledgedReport | null = null;
  /** Throws what `sync` throws. */
  return async (report: FullReport, signal: AbortSignal): Promise<SyncAnswer> => {
    const before = acknowledged;
    // If anything fails from here on, the control plane's state is unknown: the next report is a full one.
    acknowledged = null;
    const now = clock.elapsed();
    const said = textOf(report);
    const isHeld = before?.said === said && now - before.fullReportAt < fullReportIntervalMs;
    let fullReportAt = isHeld ? before.fullReportAt : now;
    const answer = await sync(isHeld ? shortForm(report, before) : report, signal).catch((error: unknown) => {
      const isRefused = error instanceof ControlPlaneError && error.fault === 'refused';
      if (!isHeld || !isRefused) throw error;
      fullReportAt = now;
      return sync(report, signal);
    });
    const { observedRevision: revision } = answer;
    acknowledged = revision ? { revision, said, resources: report.resources, fullReportAt } : null;
    return answer;
  };
}

function shortForm(report: FullReport, { revision, resources: before }: AcknowledgedReport): SyncExecutorInput {
  const { name, instanceId, knownRevision = null, resources } = report;
  const changed = isDeepStrictEqual(resources, before) ? {} : { resources };
  return { name, instanceId, knownRevision, observedRevision: revision, ...changed };
}

const textOf = ({ resources: _, knownRevision: _known, ...said }: FullReport): string => JSON.stringify(said);
