import type { NodeConfig } from '../../bitcoin/node-config.ts';
import { defaultResources } from '../../bitcoin/resources.ts';
import type { NodeCreateInput } from '../../contract/types.generated.ts';
import { domainError, invalidInput } from '../api/errors.ts';
import type { Database } from '../database/database.ts';
import { node } from '../database/schema.ts';
import { transact } from '../database/transact.ts';
import type { ExecutorRow } from '../executors/executor.ts';
import { lockExecutor } from '../executors/lock.ts';
import { bumpRevision } from '../executors/revision.ts';
import { checkName, checkNodeConfig, checkOffer, checkRoom, orNameTaken } from './check-node.ts';
import type { NodeRow } from './node.ts';

/** Puts a node into the inventory of an executor that is online and offers it. Throws the errors of `createNode`. */
export async function createNode(database: Database, organizationId: string, data: NodeCreateInput): Promise<NodeRow> {
  checkName(data.name);
  if (data.desiredState === 'deleted') {
    throw invalidInput([{ path: ['data', 'desiredState'], message: 'must be running or stopped' }]);
  }
  return orNameTaken(data.name, () =>
    transact(database, async (transaction) => {
      const found = await lockExecutor(transaction, organizationId, data.executorId);
      if (!found.online) {
        throw domainError(
          'executor_offline',
          `${found.name} is offline since its heartbeat of ${found.lastSeenAt.toISOString()}`,
        );
      }
      const config = configFor(data, found);
      checkOffer(found, config);
      checkNodeConfig(config);
      checkRoom(found, config);
      const [made] = await transaction
        .insert(node)
        .values({
          organizationId,
          executorId: found.id,
          name: data.name,
          network: config.network,
          client: config.client,
          clientVersion: config.clientVersion,
          nodeType: config.nodeType,
          ...config.resources,
          overrides: [...config.overrides],
          desiredState: data.desiredState ?? 'running',
        })
        .returning();
      if (made === undefined) throw new Error('the database returned no row for the node that it inserted');
      await bumpRevision(transaction, found.id);
      return { ...made, executor: found };
    }),
  );
}

function configFor(data: NodeCreateInput, { capabilities }: ExecutorRow): NodeConfig {
  const client = data.client ?? 'bitcoind';
  const nodeType = data.nodeType ?? 'full';
  const usual = defaultResources(data.network, nodeType);
  const offered = capabilities.clients.filter((one) => one.client === client).map(({ version }) => version);
  return {
    network: data.network,
    client,
    clientVersion: data.clientVersion ?? newest(offered) ?? '',
    nodeType,
    resources: {
      cpuCores: data.resources?.cpuCores ?? usual.cpuCores,
      memoryMiB: data.resources?.memoryMiB ?? usual.memoryMiB,
      diskGiB: data.resources?.diskGiB ?? usual.diskGiB,
    },
    overrides: (data.overrides ?? []).map(({ key, value }) => ({ key: key.trim(), value })),
  };
}

const newest = (versions: readonly string[]): string | undefined =>
  versions.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
