import { forbidden, invalidInput } from '../input/errors.ts';
import { adminMutation } from '../request/mutation.ts';
import { organizationQuery, publicQuery } from '../request/query.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import type { ApiKeyAuthenticator } from './api-key-authenticator.ts';
import { createApiKey, deleteApiKey, keyName, listApiKeys } from './api-keys.ts';
import type { Secret } from './secret.ts';

export const accountResolvers = (deps: { secret: Secret; apiKeyAuthenticator: ApiKeyAuthenticator }): Resolvers => ({
  Query: {
    viewer: publicQuery(async (_args, { caller }) =>
      caller === null
        ? null
        : {
            organization:
              caller.organizationId === null ? null : { id: caller.organizationId, name: caller.organizationName },
            purpose: caller.purpose,
            // An executor acts for no person.
            role: caller.purpose === 'personal' ? caller.role : null,
            person: caller.purpose === 'personal' ? { ...caller, id: caller.userId } : null,
            credential: caller.credential,
          },
    ),
    apiKeys: organizationQuery([], (_args, { reader, context }) =>
      listApiKeys(context.database, reader.organizationId),
    ),
  },
  Mutation: {
    createApiKey: adminMutation({
      run: async ({ input }, { caller: { userId, organizationId }, database }) => {
        const { data: name, error } = keyName.safeParse(input.name);
        if (error !== undefined) {
          throw invalidInput(error.issues.map(({ message }) => ({ path: ['input', 'name'], message })));
        }
        const request = { userId, organizationId, purpose: input.purpose, name };
        return createApiKey(database, deps.secret.text, request);
      },
      subject: ({ apiKey }) => ({ type: 'api-key', id: apiKey.id }),
    }),
    deleteApiKey: adminMutation({
      run: async ({ where }, { caller, database }) => {
        const deleted = await deleteApiKey(database, caller.organizationId, where.id);
        if (deleted === undefined) throw forbidden();
        return deleted;
      },
      // Every replica forgets it, this one without waiting to hear of it.
      committed: ({ id }) => deps.apiKeyAuthenticator.forget(id),
      subject: ({ id }) => ({ type: 'api-key', id }),
      target: ({ where }) => ({ type: 'api-key', id: where.id }),
    }),
  },
});
