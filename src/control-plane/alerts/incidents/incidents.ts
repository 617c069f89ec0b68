import type { AlertIncidentFilterInput, AlertSeverity } from '../../../contract/types.generated.ts';
import {
  and,
  count,
  type Database,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  oneRow,
  type SQL,
  sql,
} from '../../platform/database/database.ts';
import {
  type CursorPage,
  connectionOf,
  cursorPageOf,
  emptyConnection,
  pageCondition,
  pageOrder,
} from '../../platform/input/connection.ts';
import { anyContains, hasId } from '../../platform/input/filters.ts';
import { organizationQuery } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { rowSnapshot } from '../../request/trail/audit-trail.ts';
import { alertIncident } from '../../tables/incidents.ts';
import { type AcknowledgeDeps, acknowledgeResolvers, isIncident, isShown } from './acknowledge.ts';
import { viewIncident } from './incident-view.ts';

const latestCount = 10;
const nothingOpen = { open: 0, openCritical: 0, openWarning: 0, openInfo: 0, latest: [] };

const severities = ['critical', 'warning', 'info'];
const severityRank = sql`array_position(${sql.raw(`ARRAY['${severities.join("', '")}']`)}, severity)`;
const rankOf = ({ severity }: { severity: string }): number => severities.indexOf(severity) + 1;

/** Incidents behind the cursor in the order of severity, then of time. A cursor of another order has no rank. */
const isLessSevere = ({ after, afterKey: rank = severities.length }: CursorPage): SQL | undefined =>
  after === undefined ? undefined : sql`(${severityRank}, -sequence) > (${rank}::int, -${after}::bigint)`;

function filterCondition(filter: AlertIncidentFilterInput | null | undefined): SQL | undefined {
  const { nodeId, executorId, search, severity, code, acknowledged, from, to } = filter ?? {};
  const { subjectType, subjectId, acknowledgedAt, openedAt } = alertIncident;
  return and(
    nodeId == null ? undefined : and(eq(subjectType, 'node'), eq(subjectId, nodeId)),
    executorId == null ? undefined : hasId(alertIncident.executorId, executorId),
    search == null ? undefined : anyContains([alertIncident.message, alertIncident.subjectName], search),
    severity == null ? undefined : inArray(alertIncident.severity, severity),
    code == null ? undefined : inArray(alertIncident.code, code),
    acknowledged == null ? undefined : (acknowledged ? isNotNull : isNull)(acknowledgedAt),
    from == null ? undefined : gte(openedAt, new Date(from)),
    to == null ? undefined : lt(openedAt, new Date(to)),
  );
}

const select = (database: Database, condition: SQL | undefined) =>
  database.select().from(alertIncident).where(condition);

export const incidentResolvers = (deps: AcknowledgeDeps): Resolvers => ({
  Query: {
    notificationCenter: organizationQuery(nothingOpen, async (_args, { reader: { organizationId }, context }) => {
      const { budget, database } = context;
      const of = (severity: AlertSeverity) => count(sql`CASE WHEN ${eq(alertIncident.severity, severity)} THEN 1 END`);
      const bySeverity = { openCritical: of('critical'), openWarning: of('warning'), openInfo: of('info') };
      const counts = await database
        .select({ open: count(), ...bySeverity })
        .from(alertIncident)
        .where(and(eq(alertIncident.organizationId, organizationId), eq(alertIncident.status, 'open')));
      const latest = select(database, isShown(organizationId)).orderBy(desc(alertIncident.sequence));
      const shown = await budget.fetchRows(latestCount, latest);
      return { ...oneRow(counts), latest: shown.map((row) => viewIncident(row)) };
    }),
    notificationIncidents: organizationQuery(emptyConnection, async (args, { reader: { organizationId }, context }) => {
      const cursors = context.cursors.of('incident', organizationId);
      const page = cursorPageOf(cursors, args.filter);
      const ofStatus = args.status ? eq(alertIncident.status, args.status) : undefined;
      const { sequence } = alertIncident;
      const isBySeverity = args.status === 'open' && !page.newer;
      const inPage = and(
        ofStatus,
        filterCondition(args.filter),
        isBySeverity ? isLessSevere(page) : pageCondition(page, sequence),
      );
      const found = select(context.database, isShown(organizationId, inPage));
      const ordered = found.orderBy(...(isBySeverity ? [severityRank] : []), pageOrder(page, sequence));
      const rows = await context.budget.fetchRows(page.take + 1, ordered);
      return connectionOf(cursors, page, rows, (row) => viewIncident(row), isBySeverity ? rankOf : undefined);
    }),
    notificationIncident: organizationQuery(null, async ({ where }, { reader, context }) => {
      const [row] = await select(context.database, isIncident(reader.organizationId, where.id));
      return row === undefined ? null : viewIncident(row);
    }),
  },
  Mutation: acknowledgeResolvers(deps),
});

export const incidentSnapshot = rowSnapshot(
  (transaction, organizationId, id) => select(transaction, isIncident(organizationId, id)),
  ({ code, subjectName, acknowledgedAt, note }) => ({
    name: `${code} ${subjectName}`,
    values: { code, subjectName, acknowledgedAt, note },
  }),
);
