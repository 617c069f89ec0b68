import type { DiskForecast } from '../../../contract/types.generated.ts';
import { type DiskReading, daysUntilFull, fillRate } from '../../../storage/disk-trend.ts';
import { hasKeys } from '../../platform/database/database.ts';
import { perRequest, rowLoader } from '../../request/loaders.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import type { ExecutorRow } from '../../tables/executors.ts';
import { executorWatch } from '../../tables/incidents.ts';

/** Null if the agent does not see the disk, or before the first reading. */
export function forecastDisk(
  { resources: { diskGiB } }: Pick<ExecutorRow, 'resources'>,
  history: readonly DiskReading[],
  at: number,
): DiskForecast | null {
  const [first] = history;
  if (diskGiB.total <= 0 || first === undefined) return null;
  const now = { at, free: diskGiB.free };
  return {
    daysUntilFull: daysUntilFull(history, now) ?? null,
    fillsGiBPerDay: fillRate(history, now) ?? null,
    since: new Date(first.at).toISOString(),
  };
}

export function diskForecastResolvers(): Resolvers {
  const watchOf = perRequest(({ database }) =>
    rowLoader<typeof executorWatch.$inferSelect>(
      ({ executorId }) => executorId,
      async (executors) =>
        database
          .select()
          .from(executorWatch)
          .where(hasKeys({ ...executorWatch, id: executorWatch.executorId }, executors)),
    ),
  );
  return {
    Executor: {
      diskForecast: async (row, _args, context) =>
        forecastDisk(row, (await watchOf(context).load(row))?.disk ?? [], Date.now()),
    },
  };
}
