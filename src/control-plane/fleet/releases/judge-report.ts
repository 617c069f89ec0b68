import type { UpgradeReportInput } from '../../../contract/types.generated.ts';
import type { UpgradeRow } from '../../tables/releases.ts';
import type { Ending } from './end-upgrades.ts';

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
