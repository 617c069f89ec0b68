import type { ConfigOverride, NodeConfig } from '../../bitcoin/node-config.ts';
import { defaultResources } from '../../bitcoin/resources.ts';
import type { NodeCreateInput } from '../../contract/types.generated.ts';
import type { Database } from '../database/database.ts';
import { bumpRevision } from '../executors/desired-revision.ts';
import { lockExecutor } from '../executors/lock-executor.ts';
import type { ExecutorRow } from '../executors/table.ts';
import { domainError, invalidInput } from '../input/errors.ts';
import { judgeNode, throwFirst } from './judge-node.ts';
import { columnsOf } from './node-config.ts';
import { checkName, withUniqueName } from './node-name.ts';
import { type NodeRow, node } from './table.ts';

/** Adds a node to the inventory of an executor that is online and offers it, within a transaction. Throws the errors of `createNode`. */
export async function createNode(
  transaction: Database,
  organizationId: string,
  data: NodeCreateInput,
): Promise<NodeRow> {
  checkName(data.name);
  if (data.desiredState === 'deleted') {
    throw invalidInput([{ path: ['data', 'desiredState'], message: 'must be running or stopped' }]);
  }
  return withUniqueName(data.name, async () => {
    const executor = await lockExecutor(transaction, organizationId, data.executorId);
    if (!executor.online) {
      throw domainError(
        'executor_offline',
        `${executor.name} is offline since its heartbeat of ${executor.lastSeenAt.toISOString()}`,
      );
    }
    const config = configFor(data, executor);
    throwFirst(judgeNode(executor, config));
    const [row] = await transaction
      .insert(node)
      .values({
        ...columnsOf(config),
        organizationId,
        executorId: executor.id,
        name: data.name,
        desiredState: data.desiredState ?? 'running',
      })
      .returning();
    if (row === undefined) throw new Error('the database returned no row for the node that it inserted');
    await bumpRevision(transaction, executor.id);
    return { ...row, executor };
  });
}

/** Completes the input with defaults. Throws `chain_not_supported_by_executor` when the executor offers no version to choose. */
export function configFor(
  data: NodeCreateInput,
  { name, capabilities }: Pick<ExecutorRow, 'name' | 'capabilities'>,
): NodeConfig {
  const client = data.client ?? 'bitcoind';
  const nodeType = data.nodeType ?? 'full';
  const defaults = defaultResources(data.network, nodeType);
  const versions = capabilities.clients.filter((offer) => offer.client === client).map(({ version }) => version);
  const clientVersion = data.clientVersion ?? newest(versions);
  if (clientVersion === undefined) {
    throw domainError(
      'chain_not_supported_by_executor',
      `${name} offers no version of ${client} at the moment; add an image for one to the settings of its agent`,
    );
  }
  return {
    network: data.network,
    client,
    clientVersion,
    nodeType,
    resources: {
      cpuCores: data.resources?.cpuCores ?? defaults.cpuCores,
      memoryMiB: data.resources?.memoryMiB ?? defaults.memoryMiB,
      diskGiB: data.resources?.diskGiB ?? defaults.diskGiB,
    },
    overrides: (data.overrides ?? []).map(trimKey),
  };
}

/** An override as it is stored: a form or a script may leave spaces around the key. */
export const trimKey = ({ key, value }: ConfigOverride): ConfigOverride => ({ key: key.trim(), value });

const newest = (versions: readonly string[]): string | undefined =>
  versions.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
