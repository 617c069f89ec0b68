import { type Command, Option } from 'commander';
import { networks } from '../../bitcoin/network.ts';
import {
  CreateNodeDocument,
  ListExecutorsDocument,
  PreviewNodeCreationDocument,
} from '../../contract/operations.generated.ts';
import type { Network } from '../../contract/types.generated.ts';
import { Api } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { offersNothing } from '../executors/offers-nothing.ts';
import { printLines } from '../output.ts';
import { collectKeyValue, type KeyValue } from '../parse.ts';
import { requirePersonalKey } from '../personal-key.ts';
import { findNode } from './find-node.ts';
import { type NodeOptions, resourcesOf, revertOf, withNodeOptions } from './node-options.ts';
import { printPreview } from './preview.ts';
import { isUp, printOutcome } from './wait-for-node.ts';
import { warnOfSettings } from './warn-of-settings.ts';

interface CreateOptions extends NodeOptions {
  executor?: string;
  label: KeyValue[];
  network: Network;
  adopt?: string;
  seedFrom?: string;
  dataRoot?: string;
  dryRun?: boolean;
}

export function register(nodes: Command): void {
  withNodeOptions(nodes.command('create').description('deploy a node').argument('<name>'))
    .option('--executor <name>', 'host to run on (default: the one with the most free capacity)')
    .option('--label <key=value>', 'only on a host with this label; may be repeated', collectKeyValue, [])
    .addOption(new Option('--network <network>', 'chain').choices(networks).makeOptionMandatory())
    .option('--adopt <node>', 'reuse the chain data of this orphan, by name or id (see: satrap hosts data)')
    .option('--seed-from <node>', 'copy the chain data of this node, on its host; the node is stopped during the copy')
    .option('--data-root <root>', 'data root on the host (see: satrap hosts show)')
    .option('--dry-run', 'show the effect without creating the node')
    .option('--wait', 'wait until the node runs')
    .action(create);
}

async function create(name: string, options: CreateOptions): Promise<void> {
  const api = new Api(options);
  const data = {
    name,
    executorId: options.executor === undefined ? null : await executorIdOf(api, options.executor),
    executorLabels: options.label,
    network: options.network,
    ...(options.client === undefined ? {} : { client: options.client }),
    clientVersion: options.version ?? null,
    ...(options.type === undefined ? {} : { nodeType: options.type }),
    resources: resourcesOf(options),
    overrides: options.set,
    adoptData: options.adopt === undefined ? null : await orphanIdOf(api, options.adopt),
    seedFrom: options.seedFrom === undefined ? null : (await findNode(api, options.seedFrom)).id,
    ...(options.dataRoot === undefined ? {} : { dataRoot: options.dataRoot }),
    revertFailedChange: revertOf(options),
  };
  if (options.dryRun) {
    const { previewNodeCreation } = await api.call(PreviewNodeCreationDocument, { data });
    return printPreview(previewNodeCreation, options);
  }
  const { createNode } = await api.call(CreateNodeDocument, { data });
  if (
    options.executor === undefined &&
    options.adopt === undefined &&
    options.seedFrom === undefined &&
    !options.json
  ) {
    const reason = createNode.placement?.reason ?? '';
    printLines([`${name} goes to ${createNode.executor.name}: ${reason}`]);
  }
  warnOfSettings(createNode, options.set);
  await printOutcome(api, createNode, options, isUp);
}

/** Throws CommandError unless exactly one host has such chain data. */
async function orphanIdOf(api: Api, nameOrId: string): Promise<string> {
  const { executors } = await api.call(ListExecutorsDocument, {});
  const orphans = executors.flatMap((executor) => executor.orphans.map((orphan) => ({ ...orphan, on: executor.name })));
  const byId = orphans.find(({ nodeId }) => nodeId === nameOrId);
  const byName = orphans.filter(({ name }) => name === nameOrId);
  if (byId === undefined && byName.length > 1) {
    const places = byName.map(({ nodeId, on }) => `${nodeId} on ${on}`).join(', ');
    throw new CommandError(`several hosts have chain data named ${nameOrId}; choose one by its id: ${places}`);
  }
  const found = byId ?? byName[0];
  if (found !== undefined) return found.nodeId;
  if (executors.length === 0) await requirePersonalKey(api);
  throw new CommandError(`no host has orphaned chain data of ${nameOrId}; see: satrap hosts data HOST`);
}

async function executorIdOf(api: Api, name: string): Promise<string> {
  const { executors } = await api.call(ListExecutorsDocument, { where: { name: { equals: name } } });
  const [executor] = executors;
  if (executor === undefined) await requirePersonalKey(api);
  if (executor === undefined) throw new CommandError(`no host named ${name}; see: satrap hosts list`);
  // Otherwise every version would be refused without a reason.
  if (executor.capabilities.clients.length === 0) throw new CommandError(offersNothing(executor.name));
  return executor.id;
}
