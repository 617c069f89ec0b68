import type { UpgradeReportInput } from '../../../contract/types.generated.ts';
import type { ControlPlaneEvent } from '../../history/events/record-events.ts';
import { publish } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, eq, isNull, sql } from '../../platform/database/drizzle.ts';
import { executorUpgrade, type UpgradeRow } from '../../tables/releases.ts';
import { type Ending, endEvent } from './end-upgrades.ts';

export interface ReportFacts {
  version: string;
  isOtherInstallation: boolean;
  upgrade: UpgradeReportInput | null;
}

type Progress = Pick<UpgradeRow, 'state' | 'progress' | 'reason'>;

type ReportOutcome = { ends: Ending } | { continues: Progress } | null;

/**
 * Judges what a heartbeat reports of a pending upgrade. The version decides, unless the agent reports that it is not
 * done: a version on trial may roll back.
 */
export function judgeReport(
  pending: Pick<UpgradeRow, 'id' | 'targetVersion' | 'state' | 'progress' | 'reason'>,
  { version, isOtherInstallation, upgrade }: ReportFacts,
): ReportOutcome {
  const hasTarget = version === pending.targetVersion;
  if (upgrade?.requestId === pending.id) {
    const { state, progress = null, reason = null } = upgrade;
    if (state === 'rolled_back' || state === 'failed') return { ends: { state, reason } };
    if (state !== 'committed') {
      const isNew = state !== pending.state || progress !== pending.progress || reason !== pending.reason;
      return isNew ? { continues: { state, progress, reason } } : null;
    }
  }
  // A remaining task for people although the upgrade succeeded.
  const note = upgrade?.requestId === pending.id ? (upgrade.reason ?? null) : null;
  if (hasTarget) return { ends: { state: 'committed', reason: note } };
  if (isOtherInstallation)
    return {
      ends: { state: 'failed', reason: 'Another installation of the agent has taken over; request the upgrade again.' },
    };
  return null;
}

/**
 * The transaction holds the executor's lock; the caller records the events last. `pendingId` is the upgrade, if it is
 * still pending.
 */
export async function applyUpgradeReport(
  transaction: Database,
  { upgradeId, executorName }: { upgradeId: string; executorName: string },
  facts: ReportFacts,
): Promise<{ pendingId: string | null; hasChanged: boolean; events: ControlPlaneEvent[] }> {
  const unended = and(eq(executorUpgrade.id, upgradeId), isNull(executorUpgrade.endedAt));
  const [pending] = await transaction.select().from(executorUpgrade).where(unended);
  if (pending === undefined) return { pendingId: null, hasChanged: false, events: [] };
  const outcome = judgeReport(pending, facts);
  if (outcome === null) return { pendingId: pending.id, hasChanged: false, events: [] };
  const ends = 'ends' in outcome;
  await transaction
    .update(executorUpgrade)
    .set({
      ...(ends ? { ...outcome.ends, progress: null, endedAt: sql`now()` } : outcome.continues),
      updatedAt: sql`now()`,
    })
    .where(unended);
  if (ends) await publish(transaction, { kind: 'upgrade-ended', executorId: pending.executorId });
  return {
    pendingId: ends ? null : pending.id,
    hasChanged: true,
    events: ends ? [endEvent(executorName, pending, outcome.ends)] : [],
  };
}
