import { sampleKind } from '../../../contract/events.ts';
import type { Event, EventFilterInput, EventLevel } from '../../../contract/types.generated.ts';
import { type SQL, sql } from '../../platform/database/database.ts';
import type { CursorPage } from '../../platform/input/connection.ts';
import { anyContains } from '../../platform/input/filters.ts';
import { isUuid } from '../../platform/input/scalars.ts';

export type EventRow = Event & { sequence: number };

export interface EventPage extends CursorPage {
  organizationId: string;
  filter: EventFilterInput;
  byTime: boolean;
}

const columns =
  sql.raw(`sequence::float8 AS sequence, id, (extract(epoch FROM at) * 1000)::float8 AS at, level, kind, message, data,
  executor_name AS "executorName", node_name AS "nodeName", node_id AS "nodeId"`);

export type StoredEvent = Omit<EventRow, 'at'> & { at: number };

export const eventOf = (stored: StoredEvent): EventRow => ({ ...stored, at: new Date(stored.at).toISOString() });

/**
 * Selects up to `limit` events of a page. Each condition has an index in the page's order, so that the cost does not
 * grow with the table. `nodeId` is a column that names the node.
 */
export function selectEvents(page: EventPage, limit: number, nodeId?: SQL): SQL {
  const { filter, byTime } = page;
  const order = orderOf(page);
  const select = (level?: EventLevel) => {
    const matching = sql`WHERE ${sql.join(conditionsOf(page, level, nodeId), sql` AND `)}`;
    const sorted = sql`ORDER BY ${order.stored} LIMIT ${limit}`;
    const ofOne = filter.executorName ?? filter.nodeName ?? filter.nodeId ?? nodeId;
    if (!byTime || (ofOne ?? filter.kind ?? level) == null)
      return sql`SELECT ${columns} FROM event ${matching} ${sorted}`;
    const range = sql`FROM event WHERE ${sql.join(rangeOf(page), sql` AND `)} ORDER BY ${order.stored}`;
    return nearOr(range, ofOne == null ? nearEvents : 0, matching, sorted, limit, order.selected);
  };
  const levels = [...new Set(filter.level ?? [])];
  if (levels.length <= 1) return select(levels[0]);
  // An index has the events of one level in the page's order, but not those of several.
  const selects = levels.map((level) => sql`(${select(level)})`);
  return sql`SELECT * FROM (${sql.join(selects, sql` UNION ALL `)}) AS event ORDER BY ${order.selected} LIMIT ${limit}`;
}

/** Those of one node or host are too few to be looked for among all. */
const nearEvents = 20_000;
const fewEvents = 1000;

/** The time index is fast if many of its first `near` events match, else the condition's index is. */
const nearOr = (range: SQL, near: number, matching: SQL, sorted: SQL, limit: number, order: SQL): SQL => sql`
  WITH near AS MATERIALIZED (SELECT ${columns} FROM (SELECT * ${range} LIMIT ${near}) AS event ${matching} ${sorted}),
    enough AS MATERIALIZED (SELECT count(*) = ${limit} OR NOT EXISTS (SELECT ${range} OFFSET ${near} LIMIT 1) FROM near),
    few AS MATERIALIZED (SELECT ${columns} FROM event ${matching} AND NOT (TABLE enough) LIMIT ${fewEvents + 1})
  SELECT * FROM (
    SELECT * FROM near WHERE (TABLE enough)
    UNION ALL SELECT * FROM few WHERE (SELECT count(*) FROM few) <= ${fewEvents}
    UNION ALL SELECT * FROM (SELECT ${columns} FROM event ${matching} ${sorted}) AS many
      WHERE (SELECT count(*) FROM few) > ${fewEvents}) AS event
  ORDER BY ${order} LIMIT ${limit}`;

function orderOf({ byTime, newer }: EventPage): { stored: SQL; selected: SQL } {
  const direction = newer ? 'ASC' : 'DESC';
  const order = (prefix: string) =>
    sql.raw(byTime ? `${prefix}at ${direction}, ${prefix}sequence ${direction}` : `${prefix}sequence ${direction}`);
  // Columns of the table, not of the select list: only those are indexed.
  return { stored: order('event.'), selected: order('') };
}

function rangeOf({ filter, byTime, organizationId, newer, after, afterKey }: EventPage): SQL[] {
  const behind = sql.raw(newer ? '>' : '<');
  const range = [sql`event.organization_id = ${organizationId}`];
  if (after !== undefined)
    range.push(
      byTime
        ? sql`(event.at, event.sequence) ${behind} (${instantOf(afterKey ?? 0)}::timestamptz, ${after}::bigint)`
        : sql`event.sequence ${behind} ${after}::bigint`,
    );
  if (filter.from != null) range.push(sql`event.at >= ${filter.from}::timestamptz`);
  if (filter.to != null) range.push(sql`event.at < ${filter.to}::timestamptz`);
  return range;
}

const searched = [sql`message`, sql`kind`, sql`node_name`, sql`executor_name`];

/** An empty text is a condition that nothing meets: a script whose variable is unset must not act on everything. */
function conditionsOf(page: EventPage, level?: EventLevel, nodeId?: SQL): SQL[] {
  const { filter } = page;
  const conditions = [...rangeOf(page), kindCondition(filter, nodeId)];
  if (filter.search != null) conditions.push(anyContains(searched, filter.search));
  if (filter.executorName != null) conditions.push(sql`executor_name = ${filter.executorName}`);
  if (filter.nodeName != null) conditions.push(sql`node_name = ${filter.nodeName}`);
  if (filter.nodeId != null)
    conditions.push(isUuid(filter.nodeId) ? sql`node_id = ${filter.nodeId}::uuid` : sql`false`);
  if (filter.level?.length === 0) conditions.push(sql`false`);
  if (level !== undefined) conditions.push(sql`level = ${level}`);
  if (nodeId !== undefined) conditions.push(sql`node_id = ${nodeId}`);
  return conditions;
}

/** The feed's index is partial; `kind || ''` keeps the planner from scanning it for a quiet node's few events. */
function kindCondition({ kind, nodeId: filtered }: EventFilterInput, nodeId: SQL | undefined): SQL {
  if (kind != null) return sql`kind = ${kind}`;
  const column = nodeId === undefined && filtered == null ? 'kind' : "(kind || '')";
  return sql.raw(`${column} <> '${sampleKind}'`);
}

const instantOf = (ms: number): string => new Date(ms).toISOString();
