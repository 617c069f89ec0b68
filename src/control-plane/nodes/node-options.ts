import { compareVersions } from '../../bitcoin/compare-versions.ts';
import { type ConfigOption, optionCatalogue } from '../../bitcoin/option-catalogue.ts';
import { defaultResources, resourceBounds } from '../../bitcoin/resources.ts';
import { isSecretKey } from '../../bitcoin/secret-keys.ts';
import type {
  ClientOption,
  ExecutorCapabilitiesInput,
  ConfigOption as ShownOption,
} from '../../contract/types.generated.ts';
import { findExecutor } from '../fleet/executors/find-executor.ts';
import type { Database } from '../platform/database/database.ts';
import { and, eq, isNull } from '../platform/database/drizzle.ts';
import { executor } from '../tables/executors.ts';
import type { NodeOptionsRow } from '../tables/nodes.ts';
import { newestOf } from './placement/node-defaults.ts';

/** What a version is taken for where none is offered. */
const newestKnown = optionCatalogue('').version;

/** Returns what one executor offers, or what any of the organization does; null for an executor that is not in it. */
export async function findNodeOptions(
  database: Database,
  organizationId: string,
  { executorId, clientVersion }: { executorId?: string | null; clientVersion?: string | null },
): Promise<NodeOptionsRow | null> {
  const named = typeof executorId === 'string' ? await findExecutor(database, organizationId, executorId) : null;
  if (named === undefined) return null;
  const offers = named === null ? await offersOfAll(database, organizationId) : [named.capabilities];
  const clients = clientsOf(offers);
  return {
    executor: named,
    networks: unique(offers.flatMap(({ networks }) => networks)),
    nodeTypes: unique(offers.flatMap(({ nodeTypes }) => nodeTypes)),
    clients,
    clientVersion: clientVersion ?? newestOf(clients.map(({ version }) => version)) ?? newestKnown,
  };
}

/** Of the executors that take new nodes now; an organization has a thousand at most. */
async function offersOfAll(database: Database, organizationId: string): Promise<ExecutorCapabilitiesInput[]> {
  const rows = await database
    .select({ capabilities: executor.capabilities })
    .from(executor)
    .where(and(eq(executor.organizationId, organizationId), eq(executor.online, true), isNull(executor.cordon)));
  return rows.map(({ capabilities }) => capabilities);
}

function clientsOf(offers: readonly ExecutorCapabilitiesInput[]): ClientOption[] {
  const versions = new Map(
    offers.flatMap(({ clients }) =>
      clients.map(({ client, version }) => [`${client} ${version}`, { client, version }]),
    ),
  );
  return [...versions.values()].toSorted((a, b) => compareVersions(b.version, a.version));
}

const unique = <T extends string>(values: readonly T[]): T[] => [...new Set(values)].toSorted();

/** Returns the default resources for each network and node type that is offered. */
export const defaultsOf = ({ networks, nodeTypes }: Pick<NodeOptionsRow, 'networks' | 'nodeTypes'>) =>
  networks.flatMap((network) =>
    nodeTypes.map((nodeType) => ({ network, nodeType, resources: defaultResources(network, nodeType) })),
  );

export const shownBounds = () => Object.entries(resourceBounds).map(([resource, bounds]) => ({ resource, ...bounds }));

/** Returns the configuration options of a version whose key or help holds a text. */
export function searchOptions(clientVersion: string, search: string | null | undefined): ShownOption[] {
  const sought = (search ?? '').trim().toLowerCase();
  return optionCatalogue(clientVersion)
    .options.filter(({ key, help }) => key.includes(sought) || help.toLowerCase().includes(sought))
    .map(shownOption);
}

const shownOption = ({ choices, min, max, unit, ...option }: ConfigOption): ShownOption => ({
  ...option,
  min: min ?? null,
  max: max ?? null,
  unit: unit ?? null,
  choices: [...(choices ?? [])],
  secret: isSecretKey(option.key),
});
