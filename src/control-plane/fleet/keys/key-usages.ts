import DataLoader from 'dataloader';
import { type Column, desc, eq, type SQL, sql } from '../../platform/database/drizzle.ts';
import type { RequestContext } from '../../request/context.ts';
import { perRequest } from '../../request/loaders.ts';
import { isAdmin } from '../../request/permissions.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { apikey } from '../../tables/accounts.ts';
import { executor } from '../../tables/executors.ts';

/** Limits the list, which grows with renamed executors and rotated keys. */
const maxUsages = 20;

interface ExecutorName {
  organizationId: string;
  name: string;
}

const keyOf = ({ organizationId, name }: ExecutorName): string => `${organizationId} ${name}`;

const isOneOf = (names: readonly ExecutorName[], organizationColumn: Column, nameColumn: Column): SQL =>
  sql`(${organizationColumn}, ${nameColumn}) IN ${names.map(({ organizationId, name }) => [organizationId, name])}`;

const executorByNameLoader = ({ database }: RequestContext) =>
  new DataLoader(
    async (names: readonly ExecutorName[]) => {
      const rows = await database
        .select()
        .from(executor)
        .where(isOneOf(names, executor.organizationId, executor.name));
      const byName = new Map(rows.map((row) => [keyOf(row), row]));
      return names.map((name) => byName.get(keyOf(name)) ?? null);
    },
    // A request may read the same executor before and after a change.
    { cache: false, cacheKeyFn: keyOf },
  );

/** Loads the newest keys of executors. */
const usagesLoader = ({ database, budget }: RequestContext) =>
  new DataLoader(
    async (names: readonly ExecutorName[]) => {
      const ranked = database.$with('ranked').as(
        database
          .select({
            id: apikey.id,
            place: sql<number>`row_number() OVER (PARTITION BY ${apikey.organizationId}, ${apikey.executorName}
              ORDER BY ${apikey.createdAt} DESC, ${apikey.id} DESC)`.as('place'),
          })
          .from(apikey)
          .where(isOneOf(names, apikey.organizationId, apikey.executorName)),
      );
      const newest = database
        .with(ranked)
        .select({ key: apikey })
        .from(ranked)
        .innerJoin(apikey, eq(apikey.id, ranked.id))
        .where(sql`${ranked.place} <= ${maxUsages}`)
        .orderBy(desc(apikey.createdAt), desc(apikey.id));
      const rows = await budget.fetchRows(names.length * maxUsages, newest);
      const byName = Map.groupBy(
        rows.map(({ key }) => key),
        ({ organizationId, executorName }) => keyOf({ organizationId: organizationId ?? '', name: executorName ?? '' }),
      );
      return names.map((name) => byName.get(keyOf(name)) ?? []);
    },
    { cache: false, cacheKeyFn: keyOf },
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
      executor: ({ organizationId, executorName }, _args, context) =>
        organizationId === null || executorName === null
          ? null
          : executorsOf(context).load({ organizationId, name: executorName }),
      apiKey: (key) => key,
      since: ({ boundAt, createdAt }) => (boundAt ?? createdAt).toISOString(),
      lastUsedAt: ({ lastRequest }) => lastRequest?.toISOString() ?? null,
    },
    Executor: {
      apiKeyUsages: (executor, _args, context) => (isAdmin(context.caller) ? usagesOf(context).load(executor) : []),
    },
  };
}
