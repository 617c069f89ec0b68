import type { ExecutorReleaseWhereUniqueInput } from '../../../contract/types.generated.ts';
import { pageOf } from '../../platform/input/pages.ts';
import type { JobDeps } from '../../platform/jobs/run-on-one-replica.ts';
import type { PersonalCaller } from '../../request/caller.ts';
import { perRequest } from '../../request/loaders.ts';
import { adminMutation, systemAdminMutation } from '../../request/mutation.ts';
import type { MutationSubject } from '../../request/outcome.ts';
import { personQuery } from '../../request/query.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import type { ExecutorRow } from '../../tables/executors.ts';
import type { ReleaseRow } from '../../tables/releases.ts';
import { createRelease, deleteRelease, listReleases, updateRelease } from './catalog.ts';
import { upgradeTimeOutJob } from './end-upgrades.ts';
import { pendingUpgradeLoader, upgradesByExecutorLoader } from './find-upgrades.ts';
import { cancelUpgrade, requestUpgrade } from './request-upgrade.ts';

/** A release belongs to no organization. */
const release = (id: string): MutationSubject => ({ type: 'release', id, organizationId: null });
const made = ({ id }: ReleaseRow) => release(id);
const named = ({ id, version }: ExecutorReleaseWhereUniqueInput) => release(id ?? version ?? '');

const ofExecutor = (id: string): MutationSubject => ({ type: 'executor', id });
const executorSubject = ({ id }: ExecutorRow) => ofExecutor(id);
const requesterOf = (executorId: string, { organizationId, name }: PersonalCaller) => ({
  organizationId,
  executorId,
  by: name,
});

export function releaseResolvers({ upgradeDeadlineMinutes }: { upgradeDeadlineMinutes: number }): Resolvers {
  const pendingOf = perRequest(pendingUpgradeLoader);
  const upgradesOf = perRequest(upgradesByExecutorLoader);
  return {
    Query: {
      executorReleases: personQuery([], async (args, { context: { budget, database } }) =>
        budget.fetchPage(args, listReleases(database, args)),
      ),
    },
    Mutation: {
      createExecutorRelease: systemAdminMutation({
        run: ({ data }, { database }) => createRelease(database, data),
        subject: made,
      }),
      updateExecutorRelease: systemAdminMutation({
        run: ({ where, data }, { database }) => updateRelease(database, where, data),
        subject: made,
        target: ({ where }) => named(where),
      }),
      deleteExecutorRelease: systemAdminMutation({
        run: ({ where }, { database }) => deleteRelease(database, where),
        subject: made,
        target: ({ where }) => named(where),
      }),
      requestExecutorUpgrade: adminMutation({
        run: ({ executorId, targetVersion }, { caller, database }) =>
          requestUpgrade(database, requesterOf(executorId, caller), targetVersion, upgradeDeadlineMinutes),
        subject: executorSubject,
        target: ({ executorId }) => ofExecutor(executorId),
      }),
      cancelExecutorUpgrade: adminMutation({
        run: ({ executorId }, { caller, database }) => cancelUpgrade(database, requesterOf(executorId, caller)),
        subject: executorSubject,
        target: ({ executorId }) => ofExecutor(executorId),
      }),
    },
    Executor: {
      upgradability: ({ upgradability }) =>
        upgradability === null ? null : { ...upgradability, reason: upgradability.reason ?? null },
      upgrade: ({ id }, _args, context) => pendingOf(context).load(id),
      upgrades: ({ id }, args, context) =>
        upgradesOf(context).load({ ownerId: id, page: pageOf(args, { defaultTake: 20 }) }),
    },
  };
}

export const releases = { resolvers: releaseResolvers, jobs: ({ database }: JobDeps) => [upgradeTimeOutJob(database)] };
