import type { ConsumerCount } from '../../contract/types.generated.ts';
import { type Database, hasKeys, type TenantKey } from '../platform/database/database.ts';
import type { RequestContext } from '../request/context.ts';
import { perRequest, rowsLoader } from '../request/loaders.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import { type ConsumerRow, consumerUsage, type UsageRow } from '../tables/endpoints.ts';
import { consumerMethods, methodsAfterRestart } from './consumer-columns.ts';
import { previousSecretUntil } from './consumer-secrets.ts';

/** Adds counts by outcome, in the order of outcomes. */
export function addCounts(...lists: readonly (readonly ConsumerCount[])[]): ConsumerCount[] {
  const sums = new Map<string, number>();
  for (const { outcome, calls } of lists.flat()) sums.set(outcome, (sums.get(outcome) ?? 0) + calls);
  return [...sums].map(([outcome, calls]) => ({ outcome, calls })).toSorted((a, b) => (a.outcome < b.outcome ? -1 : 1));
}

export interface ReportedUsage {
  lastUsedAt: Date;
  /** The start of the gateway that counts. */
  countedSince: Date;
  counts: ConsumerCount[];
}

/** Returns the stored usage after a report: a gateway that restarted counts from zero. */
export function usageAfter(
  before: Pick<UsageRow, 'countedSince' | 'counts' | 'earlier'> | undefined,
  { lastUsedAt, countedSince, counts }: ReportedUsage,
): Pick<UsageRow, 'lastUsedAt' | 'countedSince' | 'counts' | 'earlier'> {
  const isSame = before?.countedSince.getTime() === countedSince.getTime();
  const earlier = before === undefined ? [] : isSame ? before.earlier : addCounts(before.earlier, before.counts);
  return { lastUsedAt, countedSince, counts, earlier };
}

const selectUsage = (database: Database, consumers: readonly TenantKey[]) =>
  database
    .select()
    .from(consumerUsage)
    .where(hasKeys({ ...consumerUsage, id: consumerUsage.consumerId }, consumers));

const usageLoader = ({ database }: RequestContext) =>
  rowsLoader<ConsumerRow, UsageRow>(
    (consumers) => selectUsage(database, consumers),
    ({ consumerId }) => consumerId,
    ({ id }) => id,
  );

export const consumerUsageResolvers = (): Resolvers => {
  const usageOf = perRequest(usageLoader);
  return {
    Consumer: {
      methods: consumerMethods,
      methodsAfterRestart,
      previousSecretUntil: ({ secrets }) => previousSecretUntil(secrets, new Date()),
      lastUsedAt: async (owner, _args, context) => {
        const times = (await usageOf(context).load(owner)).map(({ lastUsedAt }) => lastUsedAt.getTime());
        return times.length === 0 ? null : new Date(Math.max(...times)).toISOString();
      },
      counts: async (owner, _args, context) => {
        const usage = await usageOf(context).load(owner);
        return addCounts(...usage.flatMap(({ counts, earlier }) => [counts, earlier]));
      },
    },
  };
};
