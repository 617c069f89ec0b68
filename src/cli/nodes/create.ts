import { type Command, Option } from 'commander';
import { CreateNodeDocument, ListExecutorsDocument } from '../../contract/operations.generated.ts';
import type { Network } from '../../contract/types.generated.ts';
import { Api } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { offersNothing } from '../executors/offers-nothing.ts';
import { requirePersonalKey } from '../personal-key.ts';
import { type NodeOptions, resourcesOf, withNodeOptions } from './node-options.ts';
import { isUp, printOutcome } from './wait-for-node.ts';

interface CreateOptions extends NodeOptions {
  executor: string;
  network: Network;
}

/** `satrap nodes create` */
export function addCreateCommand(nodes: Command): void {
  withNodeOptions(nodes.command('create').description('deploy a node').argument('<name>'))
    .requiredOption('--executor <name>', 'executor to run it on')
    .addOption(
      new Option('--network <network>', 'chain').choices(['mainnet', 'signet', 'regtest']).makeOptionMandatory(),
    )
    .option('--wait', 'wait until it runs')
    .action(create);
}

async function create(name: string, options: CreateOptions): Promise<void> {
  const api = new Api(options);
  const { createNode } = await api.call(CreateNodeDocument, {
    data: {
      name,
      executorId: await executorIdOf(api, options.executor),
      network: options.network,
      clientVersion: options.version ?? null,
      ...(options.type === undefined ? {} : { nodeType: options.type }),
      resources: resourcesOf(options),
      overrides: options.set,
    },
  });
  await printOutcome(api, createNode, options, isUp);
}

async function executorIdOf(api: Api, name: string): Promise<string> {
  const { executors } = await api.call(ListExecutorsDocument, { where: { name: { equals: name } } });
  const [executor] = executors;
  if (executor === undefined) await requirePersonalKey(api);
  if (executor === undefined) throw new CommandError(`there is no executor ${name}; see: satrap executors list`);
  // Every version would be refused, and the refusal could not say why.
  if (executor.capabilities.clients.length === 0) throw new CommandError(offersNothing(executor.name));
  return executor.id;
}
