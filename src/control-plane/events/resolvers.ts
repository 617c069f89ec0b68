import { and, asc, desc, eq, gt, lt, ne } from 'drizzle-orm';
import { sampleKind } from '../../contract/event-kinds.ts';
import { executorOf, readerOf } from '../accounts/guard.ts';
import { invalidInput } from '../api/errors.ts';
import { pageOf } from '../api/pages.ts';
import { event } from '../database/schema.ts';
import type { Resolvers } from '../resolvers.generated.ts';
import { storeEvents } from './report.ts';

export const eventResolvers: Resolvers = {
  Query: {
    events: async (_root, { filter }, context) => {
      const reader = readerOf(context);
      if (reader === null) return { nodes: [], pageInfo: { endCursor: null, hasNextPage: false } };
      const { take } = pageOf({ take: filter?.take ?? null }, 50);
      const newer = filter?.direction === 'newer';
      const after = filter?.cursor ? sequenceOf(filter.cursor) : undefined;
      const rows = await context.database
        .select()
        .from(event)
        .where(
          and(
            eq(event.organizationId, reader.organizationId),
            after === undefined ? undefined : newer ? gt(event.sequence, after) : lt(event.sequence, after),
            filter?.kind ? eq(event.kind, filter.kind) : ne(event.kind, sampleKind),
            filter?.executorName ? eq(event.executorName, filter.executorName) : undefined,
            filter?.nodeName ? eq(event.nodeName, filter.nodeName) : undefined,
            filter?.level ? eq(event.level, filter.level) : undefined,
          ),
        )
        .orderBy(newer ? asc(event.sequence) : desc(event.sequence))
        .limit(take + 1);
      const nodes = rows.slice(0, take).map((row) => ({ ...row, at: row.at.toISOString() }));
      const last = nodes.at(-1);
      return {
        nodes,
        pageInfo: { endCursor: last === undefined ? null : cursorOf(last.sequence), hasNextPage: rows.length > take },
      };
    },
  },
  Mutation: {
    reportRuntimeEvents: (_root, { input }, context) => {
      const { organizationId } = executorOf(context);
      return storeEvents(context.database, organizationId, input);
    },
  },
};

const cursorOf = (sequence: number): string => Buffer.from(`event:${sequence}`).toString('base64url');

function sequenceOf(cursor: string): number {
  const sequence = /^event:(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1];
  if (sequence === undefined) {
    throw invalidInput([{ path: ['filter', 'cursor'], message: 'must be the endCursor of an earlier page' }]);
  }
  return Number(sequence);
}
