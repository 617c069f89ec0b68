import type { ControlPlaneEvent } from '../../history/events/record-events.ts';
import { publish } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, eq, isNull, sql } from '../../platform/database/drizzle.ts';
import { executorUpgrade } from '../../tables/releases.ts';
import { endEvent } from './end-upgrades.ts';
import { judgeReport, type ReportFacts } from './judge-report.ts';

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
