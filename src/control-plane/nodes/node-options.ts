import { type ConfigOption, catalogNote, optionCatalog } from '../../bitcoin/clients/catalog.ts';
import { defaultVersionsAt } from '../../bitcoin/clients/default-versions.ts';
import { type Client, defaultClient, newestKnown } from '../../bitcoin/clients/registry.ts';
import { compareVersions } from '../../bitcoin/clients/versions.ts';
import { defaultResources, resourceBounds } from '../../bitcoin/resources.ts';
import { isSecretKey } from '../../bitcoin/secret-keys.ts';
import type {
  ClientCapabilityInput,
  ExecutorCapabilitiesInput,
  ConfigOption as ShownOption,
} from '../../contract/types.generated.ts';
import { findExecutor } from '../fleet/executors/find-executor.ts';
import { type Database, rowsOf, type SQL, sql } from '../platform/database/database.ts';
import { organizationQuery } from '../request/operations.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import { capabilitiesDigest } from '../tables/executors.ts';
import type { LifecycleDeps } from './client-lifecycle.ts';

/** The different ones of schedulable executors. Skips from one to the next in their index. */
async function offersOfAll(database: Database, organizationId: string): Promise<ExecutorCapabilitiesInput[]> {
  const firstAfter = (digest: SQL) => sql`(SELECT capabilities, ${capabilitiesDigest} AS digest FROM executor
    WHERE organization_id = ${organizationId} AND online AND cordon IS NULL AND ${capabilitiesDigest} > ${digest} ORDER BY digest LIMIT 1)`;
  const found = await database.execute(sql`
    WITH RECURSIVE offer AS (${firstAfter(sql`''`)} UNION ALL
      SELECT next.* FROM offer, LATERAL ${firstAfter(sql`offer.digest`)} AS next)
    SELECT capabilities FROM offer`);
  return rowsOf<{ capabilities: ExecutorCapabilitiesInput }>(found).map(({ capabilities }) => capabilities);
}

function clientsOf(offers: readonly ExecutorCapabilitiesInput[]): ClientCapabilityInput[] {
  const offered = offers.flatMap(({ clients }) => clients);
  const versions = new Map(offered.map((each) => [`${each.client} ${each.version}`, each]));
  return [...versions.values()].toSorted(
    (a, b) => a.client.localeCompare(b.client) || compareVersions(b.version, a.version),
  );
}

const unique = <T extends string>(values: readonly T[]): T[] => [...new Set(values)].toSorted();

const shownOption = ({ choices, min, max, unit, ...option }: ConfigOption): ShownOption => ({
  ...option,
  min: min ?? null,
  max: max ?? null,
  unit: unit ?? null,
  choices: [...(choices ?? [])],
  secret: isSecretKey(option.key),
});

/** What an executor, or the whole organization, offers; undefined for an executor of another organization. */
async function offersOf(database: Database, organizationId: string, executorId: string | null) {
  const executor = executorId === null ? null : await findExecutor(database, organizationId, executorId);
  if (executor === undefined) return undefined;
  return {
    executor,
    offers: executor === null ? await offersOfAll(database, organizationId) : [executor.capabilities],
  };
}

/** The version that a new node gets from these offers, or the newest known one. */
function versionOf(clients: readonly ClientCapabilityInput[], client: Client, { table }: LifecycleDeps['lifecycle']) {
  const versions = clients.filter((each) => each.client === client).map(({ version }) => version);
  return defaultVersionsAt(table, new Date()).of(client, versions) ?? newestKnown(client);
}

/** The version that a new node gets; undefined for an executor of another organization. */
export async function versionOfNewNode(
  database: Database,
  { organizationId, executorId, client }: { organizationId: string; executorId: string | null; client: Client },
  lifecycle: LifecycleDeps['lifecycle'],
): Promise<string | undefined> {
  const found = await offersOf(database, organizationId, executorId);
  return found && versionOf(clientsOf(found.offers), client, lifecycle);
}

export const nodeOptionsResolvers = ({ lifecycle }: LifecycleDeps): Resolvers => ({
  Query: {
    /** What one executor, or the whole organization, offers; null for an executor of another organization. */
    nodeOptions: organizationQuery(null, async ({ where, client, clientVersion }, { reader, context }) => {
      const found = await offersOf(context.database, reader.organizationId, where?.id ?? null);
      if (found === undefined) return null;
      const { executor, offers } = found;
      const clients = clientsOf(offers);
      const family = client ?? defaultClient;
      return {
        executor,
        networks: unique(offers.flatMap(({ networks }) => networks)),
        nodeTypes: unique(offers.flatMap(({ nodeTypes }) => nodeTypes)),
        clients,
        client: family,
        clientVersion: clientVersion ?? versionOf(clients, family, lifecycle),
      };
    }),
  },
  NodeOptions: {
    defaults: ({ networks, nodeTypes }) =>
      networks.flatMap((network) =>
        nodeTypes.map((nodeType) => ({ network, nodeType, resources: defaultResources(network, nodeType) })),
      ),
    resourceBounds: () => resourceBounds,
    catalogVersion: (row) => optionCatalog(row).version,
    catalogNote: (row) => catalogNote(row),
    /** Those whose key or help contains a text. */
    configOptions: (row, { search }) => {
      const sought = (search ?? '').trim().toLowerCase();
      return optionCatalog(row)
        .options.filter(({ key, help }) => key.includes(sought) || help.toLowerCase().includes(sought))
        .map(shownOption);
    },
  },
});
