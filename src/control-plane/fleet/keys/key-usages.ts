import { type Column, type SQL, sql } from '../../platform/database/database.ts';
import type { RequestContext } from '../../request/context.ts';
import { onPage, perRequest, rowsLoader } from '../../request/loaders.ts';
import { isAdmin } from '../../request/permissions.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { apikey } from '../../tables/accounts.ts';
import { type ExecutorRow, executor } from '../../tables/executors.ts';

/** Limits the list, which grows with renamed executors and rotated keys. */
const maxUsages = 20;

type ExecutorName = Pick<ExecutorRow, 'organizationId' | 'name'>;

const keyOf = ({ organizationId, name }: ExecutorName): string => `${organizationId} ${name}`;

const isOneOf = (names: readonly ExecutorName[], organizationColumn: Column, nameColumn: Column): SQL =>
  sql`(${organizationColumn}, ${nameColumn}) IN ${names.map(({ organizationId, name }) => [organizationId, name])}`;

const executorByNameLoader = ({ database }: RequestContext) =>
  rowsLoader(
    async (names: readonly ExecutorName[]) =>
      database
        .select()
        .from(executor)
        .where(isOneOf(names, executor.organizationId, executor.name)),
    keyOf,
    keyOf,
  );

const usagesLoader = ({ database, budget }: RequestContext) =>
  rowsLoader(
    (names: readonly ExecutorName[]) => {
      const { id, organizationId: organization, executorName: named, createdAt } = apikey;
      const order = sql`${createdAt} DESC, ${id} DESC`;
      const where = isOneOf(names, organization, named);
      const ofExecutors = { table: apikey, key: [id], owner: sql`${organization}, ${named}`, order, where };
      const isNewest = onPage(ofExecutors, { take: maxUsages, skip: 0 });
      return budget.fetchRows(names.length * maxUsages, database.select().from(apikey).where(isNewest).orderBy(order));
    },
    ({ organizationId, executorName }) => keyOf({ organizationId: organizationId ?? '', name: executorName ?? '' }),
    keyOf,
  );

export function keyResolvers(): Resolvers {
  const executorsOf = perRequest(executorByNameLoader);
  const usagesOf = perRequest(usagesLoader);
  return {
    ApiKey: {
      usage: (key) => (key.executorName === null ? null : key),
    },
    ExecutorApiKeyUsage: {
      executorName: ({ executorName }) => executorName ?? '',
      executor: async ({ organizationId, executorName: name }, _args, context) =>
        organizationId === null || name === null
          ? null
          : ((await executorsOf(context).load({ organizationId, name }))[0] ?? null),
      apiKey: (key) => key,
      since: ({ boundAt, createdAt }) => (boundAt ?? createdAt).toISOString(),
      lastUsedAt: ({ lastRequest }) => lastRequest?.toISOString() ?? null,
    },
    Executor: {
      apiKeyUsages: (executor, _args, context) => (isAdmin(context.caller) ? usagesOf(context).load(executor) : []),
    },
  };
}
