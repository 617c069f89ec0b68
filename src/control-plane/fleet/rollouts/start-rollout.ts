import type { UpgradeRolloutStartInput } from '../../../contract/types.generated.ts';
import { counted } from '../../../text/counted.ts';
import { recordEvents } from '../../history/events/record-events.ts';
import type { Database } from '../../platform/database/database.ts';
import { and, inArray, ne, oneRow } from '../../platform/database/database.ts';
import { hasKey, hasKeys, type TenantKey } from '../../platform/database/tenant-keys.ts';
import { type Issue, invalidInput, unknownId } from '../../platform/input/errors.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import { adminMutation, changes, organizationQuery } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { rolloutEvent } from '../../rollouts/engine/change-state.ts';
import { groupSizeIssues, groupsOf, notPossible, requireCapacity } from '../../rollouts/engine/start-rules.ts';
import type { ExecutorRow } from '../../tables/executors.ts';
import { type ReleaseRow, upgradeRollout, upgradeRolloutMember } from '../../tables/releases.ts';
import { lockExecutors, selectExecutors } from '../executors/find-executor.ts';
import { selectRelease } from '../releases/catalog.ts';
import { isVersion, versionRule } from '../releases/check-release.ts';
import { judgeRequest, lockOffered, pendingUpgrades } from '../releases/request-upgrade.ts';
import { agentRollouts } from './agent-rollouts.ts';

const maxHosts = 1000;

/** Returns the ids as the database stores them. Throws `invalid_input`, and Forbidden for an impossible executor id. */
function checkStart({ executorIds, targetVersion, groupSize }: UpgradeRolloutStartInput): string[] {
  const ids = executorIds.map((id) => id.toLowerCase());
  const issues: Issue[] = [];
  const add = (field: string, message: string) => issues.push({ path: ['data', field], message });
  if (ids.length === 0 || ids.length > maxHosts) add('executorIds', `must name 1 to ${maxHosts} hosts`);
  if (new Set(ids).size < ids.length) add('executorIds', 'must name each host once');
  if (!isVersion(targetVersion)) add('targetVersion', versionRule);
  issues.push(...groupSizeIssues(groupSize, ['data', 'groupSize']));
  if (issues.length > 0) throw invalidInput(issues);
  const wrong = ids.findIndex((id) => !isUuid(id));
  if (wrong >= 0) throw unknownId('host', ['data', 'executorIds', wrong]);
  return ids;
}

/** Plans the members in their order; `obstacle` is why one cannot take part. Null if an executor was not found. */
async function planMembers(
  database: Database,
  ids: readonly string[],
  found: ReadonlyMap<string, ExecutorRow>,
  release: ReleaseRow | undefined,
  { targetVersion, groupSize }: UpgradeRolloutStartInput,
) {
  const executors = ids.flatMap((id) => found.get(id) ?? []);
  if (executors.length < ids.length) return null;
  const pending = await pendingUpgrades(database, executors);
  const busy = await busyExecutors(database, executors);
  const groupAt = groupsOf(groupSize ?? 1);
  return executors.map((executor, position) => {
    const judged = judgeRequest({ executor, targetVersion, release, pending: pending.get(executor.id) });
    const obstacle = 'code' in judged ? judged.message : (busy.get(executor.id) ?? null);
    return { executor, position, groupNumber: groupAt(position), obstacle };
  });
}

/** Finds executors that belong to an active rollout other than `except`, with a message for each. */
export async function busyExecutors(
  transaction: Database,
  executors: readonly TenantKey[],
  except?: string,
): Promise<Map<string, string>> {
  const { organizationId, rolloutId, executorId, state } = upgradeRolloutMember;
  const rows = await transaction
    .select({ member: upgradeRolloutMember, rollout: upgradeRollout })
    .from(upgradeRolloutMember)
    .innerJoin(upgradeRollout, hasKey(upgradeRollout, organizationId, rolloutId))
    .where(
      and(
        hasKeys({ organizationId, id: executorId }, executors),
        inArray(state, ['waiting', 'under_way']),
        inArray(upgradeRollout.state, ['running', 'paused']),
        except === undefined ? undefined : ne(upgradeRollout.id, except),
      ),
    );
  return new Map(
    rows.map(({ member, rollout: { targetVersion, requestedBy, state: ofRollout } }) => {
      const other = `the rollout of ${targetVersion} (${requestedBy}), which is ${ofRollout}`;
      return [member.executorId ?? '', `${member.executorName} belongs to ${other}; wait until it ends, or cancel it`];
    }),
  );
}

export const startRolloutResolvers = (): Resolvers => ({
  Query: {
    /** Locks nothing: the start judges again. */
    previewUpgradeRollout: organizationQuery(
      null,
      async ({ data }, { reader: { organizationId }, context: { budget, database } }) => {
        const ids = checkStart(data);
        const found = await budget.fetchRows(ids.length, selectExecutors(database, organizationId, ids));
        const [release] = await selectRelease(database, { version: data.targetVersion });
        const byId = new Map(found.map((row) => [row.id, row]));
        const members = await planMembers(database, ids, byId, release, data);
        return (
          members && {
            accepted: members.every(({ obstacle }) => obstacle === null),
            members: members.map(({ executor: { id, name, version }, groupNumber: group, obstacle }) => {
              return { executorId: id, executorName: name, version, group, obstacle };
            }),
          }
        );
      },
    ),
  },
  Mutation: {
    /** The job requests the first group. */
    startUpgradeRollout: adminMutation({
      run: async ({ data }, { caller: { organizationId, name: by }, database }) => {
        const ids = checkStart(data);
        const { targetVersion } = data;
        const locked = await lockExecutors(database, organizationId, ids);
        const missing = ids.findIndex((id) => !locked.has(id));
        if (missing >= 0) throw unknownId('host', ['data', 'executorIds', missing]);
        const release = await lockOffered(database, targetVersion);
        const members = (await planMembers(database, ids, locked, release, data)) ?? [];
        const issues = members.flatMap(({ obstacle: message, position }): Issue[] =>
          message === null ? [] : [{ path: ['data', 'executorIds', position], message }],
        );
        const hosts = counted(ids.length, 'host');
        if (issues.length > 0)
          throw notPossible(`${issues.length} of ${hosts} cannot be upgraded to ${targetVersion}`, issues);
        await requireCapacity(database, upgradeRollout, organizationId, 'rollouts');
        const rollout = oneRow(
          await database
            .insert(upgradeRollout)
            .values({ organizationId, targetVersion, groupSize: data.groupSize ?? 1, requestedBy: by })
            .returning(),
        );
        await database.insert(upgradeRolloutMember).values(
          members.map(({ executor: { id: executorId, name: executorName }, position, groupNumber }) => {
            return { organizationId, rolloutId: rollout.id, position, groupNumber, executorId, executorName };
          }),
        );
        const groups = counted(members.at(-1)?.groupNumber ?? 0, 'group');
        const what = `started: ${hosts} in ${groups} (${by}).`;
        await recordEvents(database, organizationId, [rolloutEvent(agentRollouts, rollout, 'started', what)]);
        return { rollout };
      },
      subject: changes('rollout').subject,
    }),
  },
});
