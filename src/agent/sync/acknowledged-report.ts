import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FullReport } from '../../contract/full-report.ts';
import type { SyncExecutorInput } from '../../contract/types.generated.ts';

export interface AcknowledgedReport {
  revision: string;
  said: string;
  resources: FullReport['resources'];
  /** When everything was said last, in milliseconds of a clock that never steps. */
  saidAllAt: number;
}

/** A full report every 5 minutes, to repair any drift. */
export const sayAllEveryMs = 300_000;

/** Returns a full report, or only its acknowledged name and changed resources. `now` is of the clock of `saidAllAt`. */
export function leaveOutKnown(
  report: FullReport,
  acknowledged: AcknowledgedReport | null,
  now: number,
): SyncExecutorInput {
  if (acknowledged === null || now - acknowledged.saidAllAt >= sayAllEveryMs) return report;
  if (acknowledged.said !== hashOf(report)) return report;
  const { name, instanceId, knownRevision, resources } = report;
  return {
    ...{ name, instanceId, knownRevision: knownRevision ?? null },
    observedRevision: acknowledged.revision,
    ...(isDeepStrictEqual(resources, acknowledged.resources) ? {} : { resources }),
  };
}

/** Returns what the control plane holds after it answered `sent`; null when it wants a full report. */
export function acknowledge(
  report: FullReport,
  sent: SyncExecutorInput,
  { revision, before, now }: { revision: string | null | undefined; before: AcknowledgedReport | null; now: number },
): AcknowledgedReport | null {
  if (!revision) return null;
  const { resources } = report;
  if (!isShort(sent)) return { revision, said: hashOf(report), resources, saidAllAt: now };
  return before && { ...before, revision, resources };
}

export const isShort = ({ observedRevision }: SyncExecutorInput): boolean => Boolean(observedRevision);

function hashOf({ resources: _, knownRevision: _known, ...said }: FullReport): string {
  return createHash('sha256').update(JSON.stringify(said)).digest('base64');
}
