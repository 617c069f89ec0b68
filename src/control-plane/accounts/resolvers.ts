import { forbidden, invalidInput } from '../api/errors.ts';
import type { Resolvers } from '../resolvers.generated.ts';
import { keyName, listApiKeys, makeApiKey, removeApiKey } from './api-keys.ts';
import { isAdmin, readerOf, writerOf } from './guard.ts';

export const accountResolvers: Resolvers = {
  Query: {
    viewer: (_root, _arguments, { caller }) =>
      caller === null
        ? null
        : {
            organization: { id: caller.organizationId, name: caller.organizationName },
            purpose: caller.purpose,
            role: caller.role,
          },
    apiKeys: async (_root, _arguments, context) => {
      const reader = readerOf(context);
      return isAdmin(reader) ? listApiKeys(context.database, reader.organizationId) : [];
    },
  },
  Mutation: {
    createApiKey: async (_root, { input }, context) => {
      const { userId, organizationId } = writerOf(context);
      const { data: name, error } = keyName.safeParse(input.name);
      if (error !== undefined) {
        throw invalidInput(error.issues.map(({ message }) => ({ path: ['input', 'name'], message })));
      }
      return makeApiKey(context.auth, { userId, organizationId, purpose: input.purpose, name });
    },
    deleteApiKey: async (_root, { where }, context) => {
      const { organizationId } = writerOf(context);
      const removed = await removeApiKey(context.database, organizationId, where.id);
      if (removed === undefined) throw forbidden();
      context.callers.forget(removed.id);
      context.nudges.endOfKey(removed.id);
      return removed;
    },
  },
};
