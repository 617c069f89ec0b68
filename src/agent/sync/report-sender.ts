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
  resources: FullReport['resources'] | null;
  /** Time of the last full report, in milliseconds of a monotonic clock. */
  fullReportAt: number;
}

/** Send a full report every hour to repair any drift. */
const fullReportIntervalMs = 3_600_000;

/** Returns a sender of reports, which omits what is acknowledged unless that is refused. It throws what `sync` throws. */
export function reportSender({ sync, clock }: { sync: Sync; clock: Clock }) {
  let acknowledged: AcknowledgedReport | null = null;
  return async (report: FullReport, signal: AbortSignal): Promise<SyncAnswer> => {
    const before = acknowledged;
    // If anything fails from here on, the control plane's state is unknown: the next report is a full one.
    acknowledged = null;
    const now = clock.elapsed();
    const said = textOf(report);
    const isHeld = before?.said === said && now - before.fullReportAt < fullReportIntervalMs;
    let fullReportAt = isHeld ? before.fullReportAt : now;
    const answer = await sync(isHeld ? shortForm(report, before) : report, signal).catch((error: unknown) => {
      const fault = error instanceof ControlPlaneError ? error.fault : null;
      // All agents come when it is back. It may have other resources, and refuses a digest that is not its own.
      if (fault === 'unreachable' && before !== null) acknowledged = { ...before, resources: null };
      if (!isHeld || fault !== 'refused') throw error;
      fullReportAt = now;
      return sync(report, signal);
    });
    const { observedRevision: revision } = answer;
    acknowledged = revision ? { revision, said, resources: report.resources, fullReportAt } : null;
    return answer;
  };
}

function shortForm(report: FullReport, { revision, resources: before }: AcknowledgedReport): SyncExecutorInput {
  const { name, instanceId, knownRevision = null, gatewayDigest, resources } = report;
  const changed = isDeepStrictEqual(resources, before) ? {} : { resources };
  const gateway = gatewayDigest == null ? {} : { gatewayDigest };
  return { name, instanceId, knownRevision, ...gateway, observedRevision: revision, ...changed };
}

const textOf = ({ resources: _, knownRevision: _known, gatewayDigest: _gateway, ...said }: FullReport): string =>
  JSON.stringify(said);
