import { eq, inArray } from '../../platform/database/drizzle.ts';
import { forbidden } from '../../platform/input/errors.ts';
import { stringFilter } from '../../platform/input/field-filters.ts';
import { whereOf } from '../../platform/input/filters.ts';
import type { RequestContext } from '../../request/context.ts';
import { perRequest, rowLoader } from '../../request/loaders.ts';
import { adminMutation, memberMutation } from '../../request/mutation.ts';
import { isAdmin } from '../../request/permissions.ts';
import { organizationQuery } from '../../request/query.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { apikey, type KeyRow, user } from '../../tables/accounts.ts';
import type { ApiKeyAuthenticator } from './api-key-authenticator.ts';
import { createApiKey, deleteApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
import { keyWish, requireNoLongerLife, requireRoomForKey } from './key-limits.ts';

export function accountResolvers(deps: { apiKeyAuthenticator: ApiKeyAuthenticator }): Resolvers {
  const ownersOf = perRequest(ownerLoader);
  const subjectOf = (id: string) => ({ type: 'api-key' as const, id });
  const subject = ({ id }: KeyRow) => subjectOf(id);
  // Forgets the key on this replica at once; the others get a message.
  const committed = ({ id }: KeyRow) => deps.apiKeyAuthenticator.forget(id);
  return {
    Query: {
      apiKeys: organizationQuery([], async ({ where, ...args }, { reader, context: { budget, database } }) => {
        const condition = whereOf(where, {
          name: stringFilter(apikey.name),
          executorName: stringFilter(apikey.executorName),
          purpose: (purpose) => eq(apikey.configId, purpose),
        });
        return budget.fetchPage(args, (page) => listApiKeys(database, reader.organizationId, { condition, ...page }));
      }),
    },
    Mutation: {
      createApiKey: memberMutation({
        run: async ({ input }, { caller, database }) => {
          const { organizationId, userId, role } = caller;
          if (role === null && input.purpose === 'personal')
            throw forbidden('A personal key acts with your role, and you are not a member of this organization.');
          if (input.purpose !== 'personal' && !isAdmin(caller))
            throw forbidden('Only owners and admins of the organization may create keys for executors.');
          const request = { ...keyWish(input), userId, organizationId };
          requireNoLongerLife(caller.credential, request.expiresAt);
          await requireRoomForKey(database, request);
          return createApiKey(database, request);
        },
        subject: ({ apiKey }) => subject(apiKey),
      }),
      revokeApiKey: memberMutation({
        run: async ({ where }, { caller, database }) => {
          const { userId } = caller;
          const ofUserId = isAdmin(caller) ? undefined : userId;
          const revoked = await revokeApiKey(database, caller.organizationId, { id: where.id, ofUserId });
          if (revoked === undefined) throw forbidden();
          return revoked;
        },
        committed,
        subject,
        target: ({ where }) => subjectOf(where.id),
      }),
      deleteApiKey: adminMutation({
        run: async ({ where }, { caller, database }) => {
          const deleted = await deleteApiKey(database, caller.organizationId, where.id);
          if (deleted === undefined) throw forbidden();
          return deleted;
        },
        committed,
        subject,
        target: ({ where }) => subjectOf(where.id),
      }),
    },
    ApiKey: {
      name: ({ name }) => name ?? '',
      purpose: ({ configId }) => configId,
      start: ({ start, prefix }) => start ?? prefix ?? '',
      lastUsedAt: ({ lastRequest }) => lastRequest?.toISOString() ?? null,
      lastUsedFrom: ({ lastAddress }) => lastAddress,
      owner: async ({ configId, referenceId }, _args, context) =>
        configId === 'personal' ? ((await ownersOf(context).load(referenceId))?.email ?? null) : null,
    },
  };
}

/** Loads the owners of keys, one statement per list. */
const ownerLoader = ({ database }: Pick<RequestContext, 'database'>) =>
  rowLoader<{ id: string; email: string }>(
    ({ id }) => id,
    (ids) => database.select({ id: user.id, email: user.email }).from(user).where(inArray(user.id, ids)),
  );

export const accounts = { resolvers: accountResolvers };
