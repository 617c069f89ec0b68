import { gte, valid } from 'semver';
import type { ReleaseRow, UpgradeRow } from '../../tables/releases.ts';
import { judgeRequest, type RequestFacts } from '../releases/judge-request.ts';

/** What can be done about a member whose turn it is. */
export type Turn =
  | { kind: 'upgraded' }
  /** Somebody else has asked it for the same version. */
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
