import { sampleKind } from '../../../contract/events.ts';
import type { Event, EventFilterInput, EventLevel } from '../../../contract/types.generated.ts';
import { type SQL, sql } from '../../platform/database/drizzle.ts';
import type { CursorPage } from '../../platform/input/connection.ts';
import { isUuid } from '../../platform/input/ids.ts';

/** An event as a page holds it. */
export type EventRow = Event & { sequence: number };

export interface EventPage extends CursorPage {
  organizationId: string;
  filter: EventFilterInput;
  /** In the order of their time, and not of their arrival. */
  byTime: boolean;
}

const columns =
  sql.raw(`sequence::float8 AS sequence, id, (extract(epoch FROM at) * 1000)::float8 AS at, level, kind, message, data,
  executor_name AS "executorName", node_name AS "nodeName", node_id AS "nodeId"`);

/** What the database answers for an event. */
export type StoredEvent = Omit<EventRow, 'at'> & { at: number };

export const eventOf = (stored: StoredEvent): EventRow => ({ ...stored, at: new Date(stored.at).toISOString() });

/**
 * Returns the statement that reads up to `limit` events of a page. Each condition has an index in the order of the page, so that it is read
 * from where the page begins, however many events there are. `nodeId` is a column that names the node.
 */
export function selectEvents(page: EventPage, limit: number, nodeId?: SQL): SQL {
  const { filter } = page;
  const order = orderOf(page);
  const select = (level?: EventLevel) => {
    const matching = sql`SELECT ${columns} FROM event WHERE ${sql.join(conditionsOf(page, level, nodeId), sql` AND `)}`;
    const inOrder = sql`${matching} ORDER BY ${order.stored} LIMIT ${limit}`;
    const isNarrowed = filter.executorName ?? filter.nodeName ?? filter.nodeId ?? filter.kind ?? level ?? nodeId;
    return page.byTime && isGiven(isNarrowed ?? filter.level)
      ? fewOr(matching, inOrder, limit, order.selected)
      : inOrder;
  };
  const levels = [...new Set(filter.levels ?? [])];
  if (levels.length === 0) return select();
  // An index gives the events of one level in the order of the page, but not those of several.
  const selects = levels.map((level) => sql`(${select(level)})`);
  return sql`SELECT * FROM (${sql.join(selects, sql` UNION ALL `)}) AS event ORDER BY ${order.selected} LIMIT ${limit}`;
}

/** So many are sorted within milliseconds. */
const fewEvents = 5000;

/**
 * Of the indexes of two conditions, one is in the order of time: read along that one, a range of time costs as much as it holds when few
 * events of it meet the other condition. Those few are found by their own index, and sorted.
 */
const fewOr = (matching: SQL, inOrder: SQL, limit: number, order: SQL): SQL => sql`
  WITH few AS MATERIALIZED (${matching} LIMIT ${fewEvents + 1})
  SELECT * FROM (
    SELECT * FROM few WHERE (SELECT count(*) FROM few) <= ${fewEvents}
    UNION ALL
    SELECT * FROM (${inOrder}) AS many WHERE (SELECT count(*) FROM few) > ${fewEvents}) AS event
  ORDER BY ${order} LIMIT ${limit}`;

function orderOf({ byTime, newer }: EventPage): { stored: SQL; selected: SQL } {
  const direction = newer ? 'ASC' : 'DESC';
  const order = (prefix: string) =>
    sql.raw(byTime ? `${prefix}at ${direction}, ${prefix}sequence ${direction}` : `${prefix}sequence ${direction}`);
  // The columns of the table, and not what is selected of them: the index knows only those.
  return { stored: order('event.'), selected: order('') };
}

function conditionsOf(
  { filter, byTime, organizationId, newer, after, afterTime }: EventPage,
  level?: EventLevel,
  nodeId?: SQL,
) {
  const behind = sql.raw(newer ? '>' : '<');
  const conditions = [sql`event.organization_id = ${organizationId}`, kindCondition(filter, nodeId)];
  if (after !== undefined) {
    conditions.push(
      byTime
        ? sql`(event.at, event.sequence) ${behind} (${instantOf(afterTime ?? 0)}::timestamptz, ${after}::bigint)`
        : sql`event.sequence ${behind} ${after}::bigint`,
    );
  }
  if (isGiven(filter.from)) conditions.push(sql`event.at >= ${filter.from}::timestamptz`);
  if (isGiven(filter.to)) conditions.push(sql`event.at < ${filter.to}::timestamptz`);
  if (isGiven(filter.executorName)) conditions.push(sql`executor_name = ${filter.executorName}`);
  if (isGiven(filter.nodeName)) conditions.push(sql`node_name = ${filter.nodeName}`);
  if (isGiven(filter.nodeId)) {
    conditions.push(isUuid(filter.nodeId) ? sql`node_id = ${filter.nodeId}::uuid` : sql`false`);
  }
  if (filter.levels?.length === 0) conditions.push(sql`false`);
  if (isGiven(filter.level)) conditions.push(sql`level = ${filter.level}`);
  if (level !== undefined) conditions.push(sql`level = ${level}`);
  if (nodeId !== undefined) conditions.push(sql`node_id = ${nodeId}`);
  return conditions;
}

/**
 * The events of one node are read by the index of the node. The index of the whole feed is partial, and a condition that the planner cannot
 * prove from its own keeps it from reading a long feed for the few events of a quiet node.
 */
function kindCondition({ kind, nodeId: filtered }: EventFilterInput, nodeId: SQL | undefined): SQL {
  if (isGiven(kind)) return sql`kind = ${kind}`;
  const column = nodeId === undefined && !isGiven(filtered) ? 'kind' : "(kind || '')";
  return sql.raw(`${column} <> '${sampleKind}'`);
}

const instantOf = (ms: number): string => new Date(ms).toISOString();

/** An empty text is a condition too, which nothing meets: a script whose variable is unset must not act on everything. */
const isGiven = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;
