import { findNode } from '../nodes/find-nodes.ts';
import { executorMutation } from '../request/mutation.ts';
import { organizationQuery } from '../request/query.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import type { Answers } from './answers.ts';
import { explainNode } from './explain-node.ts';
import { storeExplanations } from './store-explanations.ts';

/** In values of an answer: each one writes to the database, and wakes an agent. */
const explanationCost = 1000;

export const explanationResolvers = ({ answers }: { answers: Answers }): Resolvers => ({
  Query: {
    explainNode: organizationQuery(null, async ({ id }, { reader, context }) => {
      context.budget.charge(explanationCost);
      const { database } = context;
      const node = await findNode(database, reader.organizationId, id);
      return node === undefined ? null : explainNode({ database, answers }, node);
    }),
  },
  Mutation: {
    reportNodeExplanations: executorMutation({
      run: async ({ input }, { caller, database }) => {
        await storeExplanations(database, caller, input);
        return true;
      },
      subject: () => null,
    }),
  },
});
