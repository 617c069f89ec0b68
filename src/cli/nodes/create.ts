import type { Command } from 'commander';
import { networks } from '../../bitcoin/network.ts';
import {
  CreateNodeDocument,
  ListExecutorsDocument,
  PreviewNodeCreationDocument,
} from '../../contract/operations.generated.ts';
import { type Api, defineApiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { findExecutor, offersNothing } from '../executors/find-executor.ts';
import { option, pairsOption, requiredOption } from '../options.ts';
import { printLines } from '../output.ts';
import { notFound } from '../personal-key.ts';
import { findNode } from './find-node.ts';
import { nodeOptions, resourcesOf, revertOf } from './node-options.ts';
import { printPreview, warnOfSettings } from './preview.ts';
import { isUp, printOutcome } from './wait-for-node.ts';

export function register(nodes: Command): void {
  defineApiCommand(
    nodes,
    'create <name>',
    'deploy a node',
    [
      ...nodeOptions,
      option('--executor <name>', 'host to run on (default: the one with the most free capacity)'),
      pairsOption('--label <key=value>', 'only on a host with this label; may be repeated'),
      requiredOption('--network <network>', 'chain', networks),
      option('--adopt <node>', 'reuse the chain data of this orphan, by name or id (see: satrap hosts data)'),
      option(
        '--seed-from <node>',
        'copy the chain data of this node, on its host; the node is stopped during the copy',
      ),
      option('--data-root <root>', 'data root on the host (see: satrap hosts show)'),
      option('--dry-run', 'show the effect without creating the node'),
      option('--wait', 'wait until the node runs'),
    ],
    async (api, options, name) => {
      const { client, version, type, set, executor, label, network, adopt, seedFrom, dataRoot } = options;
      const data = {
        ...{ name, network, client, nodeType: type, dataRoot },
        executorId: executor === undefined ? null : await executorIdOf(api, executor),
        executorLabels: label,
        clientVersion: version ?? null,
        resources: resourcesOf(options),
        overrides: set,
        adoptData: adopt === undefined ? null : await orphanIdOf(api, adopt),
        seedFrom: seedFrom === undefined ? null : (await findNode(api, seedFrom)).id,
        revertFailedChange: revertOf(options),
      };
      if (options.dryRun) {
        const { previewNodeCreation } = await api.call(PreviewNodeCreationDocument, { data });
        return printPreview(previewNodeCreation, options);
      }
      const { createNode } = await api.call(CreateNodeDocument, { data });
      if ((executor ?? adopt ?? seedFrom) === undefined && !options.json)
        printLines([`${name} goes to ${createNode.executor.name}: ${createNode.placement?.reason ?? ''}`]);
      warnOfSettings(createNode, set);
      await printOutcome(api, createNode, options, isUp);
    },
  );
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
  return found?.nodeId ?? notFound(api, `no host has orphaned chain data of ${nameOrId}; see: satrap hosts data HOST`);
}

async function executorIdOf(api: Api, nameOrId: string): Promise<string> {
  const { id, name, capabilities } = await findExecutor(api, nameOrId);
  // Otherwise every version would be refused without a reason.
  if (capabilities.clients.length === 0) throw new CommandError(offersNothing(name));
  return id;
}
