import { gte, valid } from 'semver';
import type { ControlPlaneEvent } from '../../history/events/record-events.ts';
import { publish } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/database/database.ts';
import type { MemberRow, ReleaseRow, RolloutRow, UpgradeRow } from '../../tables/releases.ts';
import { lockExecutors } from '../executors/find-executor.ts';
import {
  judgeRequest,
  lockRelease,
  pendingUpgrades,
  placeRequest,
  type RequestFacts,
} from '../releases/request-upgrade.ts';
import type { MemberOutcome } from './plan-rollout.ts';

type Turn =
  | { kind: 'upgraded' }
  /** Another request already targets the same version. */
  | { kind: 'join'; upgradeId: string }
  | { kind: 'ask'; release: ReleaseRow }
  | { kind: 'refused'; reason: string };

type TurnFacts = Omit<RequestFacts, 'pending'> & {
  pending: Pick<UpgradeRow, 'id' | 'targetVersion' | 'requestedBy'> | undefined;
};

export function judgeMember(facts: TurnFacts): Turn {
  const { executor, targetVersion, pending } = facts;
  if (pending?.targetVersion === targetVersion) return { kind: 'join', upgradeId: pending.id };
  const isLater = valid(executor.version) !== null && gte(executor.version, targetVersion);
  if (pending === undefined && isLater) return { kind: 'upgraded' };
  const judged = judgeRequest(facts);
  return 'code' in judged ? { kind: 'refused', reason: judged.message } : { kind: 'ask', release: judged };
}

interface AskedGroup {
  /** Members that are left out keep waiting. */
  asked: (MemberOutcome & Pick<MemberRow, 'position' | 'upgradeId'>)[];
  /** The caller records them last. */
  events: ControlPlaneEvent[];
}

/** Requests the upgrade of all members of a group, or of none if one of them is refused. */
export async function askGroup(
  transaction: Database,
  { organizationId, targetVersion, requestedBy }: RolloutRow,
  group: readonly Pick<MemberRow, 'position' | 'executorId'>[],
  deadlineMinutes: number,
): Promise<AskedGroup> {
  const ids = group.flatMap(({ executorId }) => executorId ?? []);
  const executors = await lockExecutors(transaction, organizationId, ids);
  const release = await lockRelease(transaction, targetVersion);
  const pending = await pendingUpgrades(transaction, ids);
  const turns = group.map(({ position, executorId }) => {
    const executor = executors.get(executorId ?? '');
    const facts = { targetVersion, release, pending: pending.get(executorId ?? '') };
    return { position, executor, turn: executor && judgeMember({ executor, ...facts }) };
  });
  const failed = turns.flatMap(({ position, turn }): AskedGroup['asked'] => {
    if (turn === undefined) return [{ position, state: 'gone', reason: null, upgradeId: null }];
    return turn.kind === 'refused' ? [{ position, state: 'refused', reason: turn.reason, upgradeId: null }] : [];
  });
  if (failed.length > 0) return { asked: failed, events: [] };
  const asked: AskedGroup['asked'] = [];
  const events: ControlPlaneEvent[] = [];
  for (const { position, executor, turn } of turns) {
    let upgradeId = turn?.kind === 'join' ? turn.upgradeId : null;
    if (turn?.kind === 'ask' && executor !== undefined) {
      const terms = { by: requestedBy, deadlineMinutes };
      const placed = await placeRequest(transaction, { executor, release: turn.release }, terms);
      upgradeId = placed.upgradeId;
      events.push(placed.event);
      await publish(transaction, { kind: 'changed', organizationId, type: 'executor', id: executor.id });
    }
    asked.push({ position, state: upgradeId === null ? 'upgraded' : 'under_way', reason: null, upgradeId });
  }
  return { asked, events };
}
