import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { FullReport } from '../../contract/full-report.ts';
import type { SyncExecutorInput } from '../../contract/types.generated.ts';

/** What the control plane said it holds of this agent's reports. */
export interface AcknowledgedReport {
  /** The control plane's name for it. */
  revision: string;
  /** Hash of what was said, without the resources. */
  said: string;
  resources: FullReport['resources'];
  /** When everything was said last, in milliseconds of a clock that never steps. */
  saidAllAt: number;
}

/** Everything is said anew after this long, so that whatever went wrong unnoticed is put right. */
export const sayAllEveryMs = 300_000;

/**
 * Returns what a heartbeat must carry: everything, unless the control plane acknowledged the same before; then only its name for it, and the
 * resources where they changed. `now` is in milliseconds of the clock of `saidAllAt`. Pure.
 */
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

/**
 * Returns what the control plane holds after it answered `sent` with `revision`, its name for the report; null when it wants to hear
 * everything again. Pure.
 */
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

/** Returns whether a heartbeat leaves out what was said before. Pure. */
export const isShort = ({ observedRevision }: SyncExecutorInput): boolean => Boolean(observedRevision);

function hashOf({ resources: _, knownRevision: _known, ...said }: FullReport): string {
  return createHash('sha256').update(JSON.stringify(said)).digest('base64');
}
