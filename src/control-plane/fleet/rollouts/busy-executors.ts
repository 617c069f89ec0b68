import type { Database } from '../../platform/database/database.ts';
import { and, eq, inArray, ne } from '../../platform/database/drizzle.ts';
import { upgradeRollout, upgradeRolloutMember } from '../../tables/releases.ts';

/**
 * Finds those of some locked executors that a rollout is still to ask, or has asked, other than `except`. Returns what is to be said of
 * each, by its id.
 */
export async function busyExecutors(
  transaction: Database,
  executorIds: readonly string[],
  except?: string,
): Promise<Map<string, string>> {
  const rows = await transaction
    .select({ member: upgradeRolloutMember, rollout: upgradeRollout })
    .from(upgradeRolloutMember)
    .innerJoin(upgradeRollout, eq(upgradeRollout.id, upgradeRolloutMember.rolloutId))
    .where(
      and(
        inArray(upgradeRolloutMember.executorId, [...executorIds]),
        inArray(upgradeRolloutMember.state, ['waiting', 'under_way']),
        inArray(upgradeRollout.state, ['running', 'paused']),
        except === undefined ? undefined : ne(upgradeRollout.id, except),
      ),
    );
  return new Map(
    rows.map(({ member, rollout: { targetVersion, requestedBy, state } }) => {
      const other = `the rollout of ${targetVersion} (${requestedBy}), which is ${state}`;
      return [member.executorId ?? '', `${member.executorName} belongs to ${other}; wait for that, or cancel it`];
    }),
  );
}
