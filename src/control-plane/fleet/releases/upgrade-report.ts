import type { UpgradeReportInput } from '../../../contract/types.generated.ts';
import type { ControlPlaneEvent } from '../../history/events/record-events.ts';
import { publish } from '../../platform/bus/outbox.ts';
import { and, type Database, hasKey, isNull, sql, type TenantKey } from '../../platform/database/database.ts';
import { executorUpgrade, type UpgradeRow } from '../../tables/releases.ts';
import { type Ending, endEvent } from './end-upgrades.ts';

export interface ReportFacts {
  version: string;
  isOtherInstallation: boolean;
  upgrade: UpgradeReportInput | null;
}

type Progress = Pick<UpgradeRow, 'state' | 'progress' | 'reason'>;

/**
 * Judges what a heartbeat reports of a pending upgrade. The version decides, unless the agent reports that it is not
 * done: a version on trial may roll back.
 */
export function judgeReport(
  pending: Progress & Pick<UpgradeRow, 'id' | 'targetVersion'>,
  { version, isOtherInstallation, upgrade }: ReportFacts,
): { ends: Ending } | { continues: Progress } | null {
  const own = upgrade?.requestId === pending.id ? upgrade : null;
  if (own !== null) {
    const { state, progress = null, reason = null } = own;
    if (state === 'rolled_back' || state === 'failed') return { ends: { state, reason } };
    if (state !== 'committed') {
      const isNew = state !== pending.state || progress !== pending.progress || reason !== pending.reason;
      return isNew ? { continues: { state, progress, reason } } : null;
    }
  }
  // The reason is a remaining task for people although the upgrade succeeded.
  if (version === pending.targetVersion) return { ends: { state: 'committed', reason: own?.reason ?? null } };
  if (!isOtherInstallation) return null;
  const reason = 'Another installation of the agent has taken over; request the upgrade again.';
  return { ends: { state: 'failed', reason } };
}

/** Requires the executor's lock; the caller records the events last. `pendingId` is the upgrade if still pending. */
export async function applyUpgradeReport(
  transaction: Database,
  { organizationId, id, executorName }: TenantKey & { executorName: string },
  facts: ReportFacts,
): Promise<{ pendingId: string | null; hasChanged: boolean; events: ControlPlaneEvent[] }> {
  const unended = and(hasKey(executorUpgrade, organizationId, id), isNull(executorUpgrade.endedAt));
  const [pending] = await transaction.select().from(executorUpgrade).where(unended);
  if (pending === undefined) return { pendingId: null, hasChanged: false, events: [] };
  const outcome = judgeReport(pending, facts);
  if (outcome === null) return { pendingId: pending.id, hasChanged: false, events: [] };
  const ends = 'ends' in outcome;
  const change = ends ? { ...outcome.ends, progress: null, endedAt: sql`now()` } : outcome.continues;
  await transaction
    .update(executorUpgrade)
    .set({ ...change, updatedAt: sql`now()` })
    .where(unended);
  if (!ends) return { pendingId: pending.id, hasChanged: true, events: [] };
  await publish(transaction, { kind: 'upgrade-ended', organizationId, executorId: pending.executorId });
  return { pendingId: null, hasChanged: true, events: [endEvent(executorName, pending, outcome.ends)] };
}
