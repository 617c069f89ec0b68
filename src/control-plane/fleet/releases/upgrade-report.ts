import type { UpgradeReportInput } from '../../../contract/types.generated.ts';
import type { ControlPlaneEvent } from '../../history/events/record-events.ts';
import { publish } from '../../platform/bus/publish.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, eq, isNull, sql } from '../../platform/database/drizzle.ts';
import { executorUpgrade, type UpgradeRow } from '../../tables/releases.ts';
import { type Ending, endEvent } from './end-upgrades.ts';

/** What a heartbeat says that concerns an upgrade. */
export interface ReportFacts {
  version: string;
  /** Whether it comes from another installation than the heartbeats before. */
  isOtherInstallation: boolean;
  upgrade: UpgradeReportInput | null;
}

type Progress = Pick<UpgradeRow, 'state' | 'progress' | 'reason'>;

/** What becomes of an upgrade: it ends, goes on with something new to show, or stays as it is. */
export type ReportOutcome = { ends: Ending } | { continues: Progress } | null;

/**
 * Judges what a heartbeat says of the upgrade under way. The version counts, unless the agent itself says that it is not done: a new version
 * that is still judged may go back. Pure.
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
  // What people must do although it went well.
  const note = upgrade?.requestId === pending.id ? (upgrade.reason ?? null) : null;
  if (hasTarget) return { ends: { state: 'committed', reason: note } };
  if (isOtherInstallation)
    return { ends: { state: 'failed', reason: 'Another installation of the agent has taken over; ask it anew.' } };
  return null;
}

export interface AppliedReport {
  /** The upgrade that is still under way. */
  pendingId: string | null;
  hasChanged: boolean;
  /** To be recorded by the caller, as its last step. */
  events: ControlPlaneEvent[];
}

/** Stores what a heartbeat says of an executor's upgrade, within the transaction that holds the executor's lock. */
export async function applyUpgradeReport(
  transaction: Database,
  { upgradeId, executorName }: { upgradeId: string; executorName: string },
  facts: ReportFacts,
): Promise<AppliedReport> {
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
