import { selectExecutors } from '../fleet/executors/find-executor.ts';
import { labelList } from '../fleet/inventory/labels.ts';
import { findNodesById } from '../nodes/find-nodes.ts';
import { and, asc, type Database, eq, ne, oneRow, type SQL } from '../platform/database/database.ts';
import { domainError, requireRow, unknownId } from '../platform/input/errors.ts';
import { hasId } from '../platform/input/filters.ts';
import type { Sealing } from '../platform/sealing.ts';
import { adminMutation, changes, organizationQuery } from '../request/operations.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import { rowSnapshot } from '../request/trail/audit-trail.ts';
import { type EndpointRow, endpoint } from '../tables/endpoints.ts';
import { changeEndpoints } from './deliver-endpoints.ts';
import { type EndpointColumns, endpointColumns } from './endpoint-columns.ts';
import { endpointChanged, endpointCreated, endpointDeleted } from './endpoint-events.ts';

const maxEndpoints = 50;

export const isEndpoint = (organizationId: string, id: string): SQL | undefined =>
  and(hasId(endpoint.id, id), eq(endpoint.organizationId, organizationId));

/** Throws Forbidden for nodes and hosts of other organizations. */
async function requireOwn(database: Database, organizationId: string, columns: EndpointColumns): Promise<void> {
  const { nodeIds, executorIds } = columns;
  const hosts = new Set((await selectExecutors(database, organizationId, executorIds)).map(({ id }) => id));
  const foreignHost = executorIds.findIndex((id) => !hosts.has(id));
  if (foreignHost >= 0) throw unknownId('host', ['data', 'executorIds', foreignHost]);
  if (nodeIds === null) return;
  const nodes = new Map((await findNodesById(database, organizationId, nodeIds)).map((row) => [row.id, row]));
  const foreignNode = nodeIds.findIndex((id) => !nodes.has(id));
  if (foreignNode >= 0) throw unknownId('node', ['data', 'nodeIds', foreignNode]);
}

/** Throws `name_taken` if another endpoint has the name. */
async function requireFreeName(database: Database, organizationId: string, name: string, id?: string): Promise<void> {
  const isNamed = and(eq(endpoint.organizationId, organizationId), eq(endpoint.name, name));
  const [existing] = await database
    .select({ id: endpoint.id })
    .from(endpoint)
    .where(and(isNamed, id === undefined ? undefined : ne(endpoint.id, id)));
  if (existing === undefined) return;
  const message = `an endpoint named ${name} already exists`;
  const issues = [{ path: ['data', 'name'], message }];
  throw domainError('name_taken', message, { issues, existingId: existing.id, link: '/endpoints' });
}

/** Throws `name_taken` if another endpoint of one of its hosts listens on the same address and port. */
async function requireFreeAddress(
  database: Database,
  organizationId: string,
  { address, port, executorIds }: EndpointColumns,
  id?: string,
): Promise<void> {
  const isSame = and(
    eq(endpoint.organizationId, organizationId),
    eq(endpoint.port, port),
    id === undefined ? undefined : ne(endpoint.id, id),
  );
  const anyAddress = ['0.0.0.0', '::'];
  const found = (await database.select().from(endpoint).where(isSame)).find(
    (other) =>
      other.executorIds.some((each) => executorIds.includes(each)) &&
      (other.address === address || anyAddress.includes(other.address) || anyAddress.includes(address)),
  );
  if (found === undefined) return;
  const message = `${found.name} already listens on port ${port} of one of these hosts`;
  throw domainError('name_taken', message, { issues: [{ path: ['data', 'port'], message }], existingId: found.id });
}

const ofEndpoint = changes('endpoint');

export const endpointResolvers = ({ secret }: { secret: Sealing }): Resolvers => ({
  Query: {
    endpoints: organizationQuery([], (_args, { reader, context: { budget, database } }) =>
      budget.fetchRows(
        maxEndpoints,
        database
          .select()
          .from(endpoint)
          .where(eq(endpoint.organizationId, reader.organizationId))
          .orderBy(asc(endpoint.name)),
      ),
    ),
    endpoint: organizationQuery(null, async ({ where }, { reader, context }) => {
      const isOwn = isEndpoint(reader.organizationId, where.id);
      return (await context.database.select().from(endpoint).where(isOwn))[0] ?? null;
    }),
  },
  Mutation: {
    createEndpoint: adminMutation({
      run: ({ data }, { caller: { organizationId, name: by }, database }) =>
        changeEndpoints({ database, secret }, organizationId, async () => {
          const columns = endpointColumns(data, null);
          if ((await database.$count(endpoint, eq(endpoint.organizationId, organizationId))) >= maxEndpoints)
            throw domainError('limit_reached', `${maxEndpoints} endpoints already exist; delete one of them`);
          await requireOwn(database, organizationId, columns);
          await requireFreeName(database, organizationId, columns.name);
          await requireFreeAddress(database, organizationId, columns);
          const created = oneRow(
            await database
              .insert(endpoint)
              .values({ organizationId, ...columns })
              .returning(),
          );
          return { payload: { endpoint: created }, events: [endpointCreated(created, by)] };
        }),
      subject: ({ endpoint: { id } }) => ({ type: 'endpoint', id }),
    }),
    updateEndpoint: adminMutation({
      run: ({ data, where }, { caller: { organizationId, name: by }, database }) =>
        changeEndpoints({ database, secret }, organizationId, async () => {
          const isOwn = isEndpoint(organizationId, where.id);
          const before = requireRow(await database.select().from(endpoint).where(isOwn).for('update'));
          const columns = endpointColumns(data, before);
          // Nodes and hosts that were deleted since stay listed.
          if (data.nodeIds != null || data.executorIds != null)
            await requireOwn(database, organizationId, {
              ...columns,
              nodeIds: data.nodeIds == null ? null : columns.nodeIds,
              executorIds: data.executorIds == null ? [] : columns.executorIds,
            });
          await requireFreeName(database, organizationId, columns.name, before.id);
          await requireFreeAddress(database, organizationId, columns, before.id);
          const changed = oneRow(await database.update(endpoint).set(columns).where(isOwn).returning());
          return { payload: { endpoint: changed }, events: endpointChanged(before, changed, by) };
        }),
      ...ofEndpoint,
    }),
    deleteEndpoint: adminMutation({
      run: ({ where }, { caller: { organizationId, name: by }, database }) =>
        changeEndpoints({ database, secret }, organizationId, async () => {
          const deleted = requireRow(
            await database.delete(endpoint).where(isEndpoint(organizationId, where.id)).returning(),
          );
          return { payload: { endpoint: deleted }, events: [endpointDeleted(deleted, by)] };
        }),
      ...ofEndpoint,
    }),
  },
  Endpoint: {
    nodeLabels: ({ nodeLabels }) => labelList(nodeLabels),
  },
});

export const endpointSnapshot = rowSnapshot(
  (transaction, organizationId, id) => transaction.select().from(endpoint).where(isEndpoint(organizationId, id)),
  ({ id: _id, organizationId: _owner, createdAt: _at, ...values }: EndpointRow) => ({ name: values.name, values }),
);
