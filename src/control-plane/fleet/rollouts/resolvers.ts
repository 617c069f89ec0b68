import type { UpgradeRolloutWhereUniqueInput } from '../../../contract/types.generated.ts';
import { pageOf } from '../../platform/input/pages.ts';
import type { JobDeps } from '../../platform/jobs/run-on-one-replica.ts';
import type { PersonalCaller } from '../../request/caller.ts';
import { perRequest } from '../../request/loaders.ts';
import { adminMutation } from '../../request/mutation.ts';
import type { MutationSubject } from '../../request/outcome.ts';
import { organizationQuery } from '../../request/query.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import type { RolloutRow } from '../../tables/releases.ts';
import { rolloutJob } from './advance-rollout.ts';
import { cancelRollout, pauseRollout, resumeRollout } from './change-rollout.ts';
import { listRollouts, selectRollout } from './find-rollouts.ts';
import { countsLoader, memberExecutorLoader, membersLoader, memberUpgradeLoader } from './members.ts';
import { previewRollout, startRollout } from './start-rollout.ts';

const subject = ({ id }: RolloutRow): MutationSubject => ({ type: 'rollout', id });
const named = ({ id }: UpgradeRolloutWhereUniqueInput): MutationSubject => ({ type: 'rollout', id });
const actorOf = ({ organizationId, name }: PersonalCaller) => ({ organizationId, by: name });

export function rolloutResolvers(): Resolvers {
  const membersOf = perRequest(membersLoader);
  const countsOf = perRequest(countsLoader);
  const executorOf = perRequest(memberExecutorLoader);
  const upgradeOf = perRequest(memberUpgradeLoader);
  return {
    Query: {
      upgradeRollouts: organizationQuery([], async (args, { reader, context }) =>
        context.budget.fetchPage(args, listRollouts(context.database, reader.organizationId, args)),
      ),
      upgradeRollout: organizationQuery(
        null,
        async ({ where }, { reader, context }) =>
          (await selectRollout(context.database, reader.organizationId, where.id))[0] ?? null,
      ),
      upgradeRolloutPreview: organizationQuery(null, ({ data }, { reader, context }) =>
        previewRollout(context, reader.organizationId, data),
      ),
    },
    Mutation: {
      startUpgradeRollout: adminMutation({
        run: ({ data }, { caller, database }) => startRollout(database, actorOf(caller), data),
        subject,
      }),
      pauseUpgradeRollout: adminMutation({
        run: ({ where }, { caller, database }) => pauseRollout(database, { ...actorOf(caller), rolloutId: where.id }),
        subject,
        target: ({ where }) => named(where),
      }),
      resumeUpgradeRollout: adminMutation({
        run: ({ where, skipFailed }, { caller, database }) =>
          resumeRollout(database, { ...actorOf(caller), rolloutId: where.id }, { skipFailed: skipFailed ?? false }),
        subject,
        target: ({ where }) => named(where),
      }),
      cancelUpgradeRollout: adminMutation({
        run: ({ where }, { caller, database }) => cancelRollout(database, { ...actorOf(caller), rolloutId: where.id }),
        subject,
        target: ({ where }) => named(where),
      }),
    },
    UpgradeRollout: {
      counts: ({ id }, _args, context) => countsOf(context).load(id),
      members: ({ id }, args, context) => membersOf(context).load({ ownerId: id, page: pageOf(args) }),
    },
    UpgradeRolloutMember: {
      group: ({ groupNumber }) => groupNumber,
      executor: ({ executorId }, _args, context) => (executorId === null ? null : executorOf(context).load(executorId)),
      upgrade: ({ upgradeId }, _args, context) => (upgradeId === null ? null : upgradeOf(context).load(upgradeId)),
    },
  };
}

export const rollouts = {
  resolvers: rolloutResolvers,
  jobs: ({ settings: { upgradeDeadlineMinutes }, ...deps }: JobDeps) => [
    rolloutJob({ ...deps, upgradeDeadlineMinutes }),
  ],
};
