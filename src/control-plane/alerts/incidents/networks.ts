import { networks } from '../../../bitcoin/network.ts';
import type { ChainNetwork } from '../../../contract/types.generated.ts';
import { and, asc, eq, getTableColumns, type SQL, sql } from '../../platform/database/database.ts';
import type { RequestContext } from '../../request/context.ts';
import { organizationQuery } from '../../request/operations.ts';
import type { Resolvers } from '../../request/resolvers.generated.ts';
import { alertIncident, chainNetwork } from '../../tables/incidents.ts';
import { nodeListing } from '../../tables/nodes.ts';

/** Returns the networks that an organization's running nodes follow. */
async function listNetworks(
  { database, budget }: RequestContext,
  organizationId: string,
  condition?: SQL,
): Promise<ChainNetwork[]> {
  const isOwn = eq(chainNetwork.organizationId, organizationId);
  // The rules compare no network without nodes.
  const hasNodes = sql`EXISTS (SELECT FROM ${nodeListing} WHERE organization_id = ${organizationId} AND network = ${chainNetwork.network})`;
  const { code, status, subjectId } = alertIncident;
  const isOpenSplit = and(eq(code, 'chain_split'), eq(status, 'open'), eq(subjectId, chainNetwork.name));
  const rows = await budget.fetchRows(
    Number.POSITIVE_INFINITY,
    database
      .select({ ...getTableColumns(chainNetwork), incidentId: alertIncident.id })
      .from(chainNetwork)
      .leftJoin(alertIncident, and(eq(alertIncident.organizationId, organizationId), isOpenSplit))
      .where(and(isOwn, hasNodes, condition))
      .orderBy(asc(chainNetwork.name)),
  );
  return rows
    .map((row) => ({ ...row, state: row.incidentId === null ? row.state : ('split' as const) }))
    .toSorted((a, b) => networks.indexOf(a.network) - networks.indexOf(b.network));
}

export const networkResolvers = (): Resolvers => ({
  Query: {
    networks: organizationQuery([], (_args, { reader, context }) => listNetworks(context, reader.organizationId)),
    network: organizationQuery(
      null,
      async ({ where }, { reader, context }) =>
        (await listNetworks(context, reader.organizationId, eq(chainNetwork.name, where.name)))[0] ?? null,
    ),
  },
});
