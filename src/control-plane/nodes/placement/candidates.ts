import { setImmediate } from 'node:timers/promises';
import type { LimitFunction } from 'p-limit';
import type { Database } from '../../platform/database/database.ts';
import { asc, eq } from '../../platform/database/drizzle.ts';
import type { RequestContext } from '../../request/context.ts';
import { executor } from '../../tables/executors.ts';
import { type Promises, promisesOf } from './promises.ts';

/** Await `turn` before judging some of them. */
export type Candidates = Awaited<ReturnType<typeof readCandidates>>;
export type ReadCandidates = (organizationId: string, dataRoot: string) => Promise<Candidates>;

export async function readCandidates(database: Database, organizationId: string, dataRoot: string) {
  const rows = await database
    .select({
      ...{ id: executor.id, name: executor.name, online: executor.online, lastSeenAt: executor.lastSeenAt },
      ...{ capabilities: executor.capabilities, resources: executor.resources },
      ...{ labels: executor.labels, cordon: executor.cordon },
    })
    .from(executor)
    .where(eq(executor.organizationId, organizationId))
    .orderBy(asc(executor.name));
  const ids = rows.filter(({ online, cordon }) => online && cordon === null).map(({ id }) => id);
  const promises: (executorId: string) => Promises = await promisesOf(database, ids, dataRoot);
  return { rows, promises, turn: (): Promise<void> => setImmediate() };
}

/** Reads candidates once for all previews of a request and charges each preview. `turns` lets one request at a time judge, so that many previews do not block others. */
export const candidatesReader = (turns: LimitFunction) => (context: RequestContext) => {
  const { database, budget } = context;
  const read = new Map<string, Promise<Candidates>>();
  const reader: ReadCandidates = async (organizationId, dataRoot) => {
    const candidates = read.get(dataRoot) ?? readCandidates(database, organizationId, dataRoot);
    read.set(dataRoot, candidates);
    const { rows, promises } = await candidates;
    budget.charge(rows.length);
    return { rows, promises, turn: () => turns(() => setImmediate()) };
  };
  return reader;
};
