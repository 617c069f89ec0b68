import { pageOf } from '../../platform/input/pages.ts';
import { adminMutation } from '../../request/mutation.ts';
import { organizationQuery } from '../../request/query.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { findOffers } from './offers.ts';
import { takeOver } from './take-over.ts';

export const recoveryResolvers: Resolvers = {
  Query: {
    executorOffers: organizationQuery([], async (args, { reader, context }) => {
      const { database, budget } = context;
      const offers = await findOffers(database, reader.organizationId, { ...pageOf(args), budget });
      return offers.map(({ executor, offeredAt, nodes }) => ({
        executor,
        offeredAt: offeredAt.toISOString(),
        nodes: nodes.map(({ held, config, newName, problem }) => ({
          ...{ ...config, id: held.id, name: held.name, newName, problem, desiredState: held.desiredState },
          overrides: [...config.overrides],
          ...{ height: held.height ?? null, sizeBytes: held.sizeBytes ?? null },
        })),
      }));
    }),
  },
  Mutation: {
    recoverExecutor: adminMutation({
      run: ({ where: { id }, offeredAt }, { caller: { organizationId, name }, database }) =>
        takeOver(database, { organizationId, executorId: id, by: name, offeredAt: new Date(offeredAt) }),
      subject: ({ id }) => ({ type: 'executor', id }),
      target: ({ where: { id } }) => ({ type: 'executor', id }),
    }),
  },
};

export const recovery = { resolvers: () => recoveryResolvers };
