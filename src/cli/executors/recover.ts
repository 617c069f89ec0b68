import type { Command } from 'commander';
import {
  ListExecutorOffersDocument,
  type ListExecutorOffersQuery,
  RecoverExecutorDocument,
} from '../../contract/operations.generated.ts';
import { counted } from '../../text/counted.ts';
import { printable } from '../../text/printable.ts';
import { Api, type ApiOptions, apiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { gibibytes, print, printLines, tableLines } from '../output.ts';
import { requirePersonalKey } from '../personal-key.ts';
import { confirm } from '../prompt.ts';

interface RecoverOptions extends ApiOptions {
  all?: boolean;
  dryRun?: boolean;
  yes?: boolean;
}

type Offer = NonNullable<ListExecutorOffersQuery['executorOffers']>[number];

export function register(executors: Command): void {
  apiCommand(executors, 'recover [host]', 'take over nodes of another or a lost control plane; nothing restarts')
    .option('--all', 'all hosts that offer nodes')
    .option('--dry-run', 'show what would be taken over without changing anything')
    .option('--yes', 'do not ask for confirmation')
    .action(recover);
}

async function recover(nameOrId: string | undefined, options: RecoverOptions): Promise<void> {
  if ((nameOrId === undefined) === !options.all && !options.dryRun)
    throw new CommandError('name a host or add --all', 2);
  const api = new Api(options);
  const { executorOffers } = await api.call(ListExecutorOffersDocument, {});
  if (executorOffers.length === 0) await requirePersonalKey(api);
  const offers = executorOffers.filter(
    ({ executor }) => nameOrId === undefined || executor.id === nameOrId || executor.name === nameOrId,
  );
  if (nameOrId !== undefined && offers.length === 0)
    throw new CommandError(`${nameOrId} offers no nodes; see: satrap hosts recover --dry-run`);
  if (options.dryRun || offers.length === 0) {
    print(offers, options, () => (offers.length === 0 ? ['no host offers nodes'] : offerLines(offers)));
    return;
  }
  if (!options.yes) {
    printLines(offerLines(offers));
    await confirm('Take over these nodes?');
  }
  const recovered = [];
  for (const { executor, offeredAt } of offers)
    recovered.push((await api.call(RecoverExecutorDocument, { id: executor.id, offeredAt })).recoverExecutor);
  print(recovered, options, () => takeoverLines(offers));
}

const takeable = (nodes: Offer['nodes']) => nodes.filter(({ problem }) => problem === null);

const columns = [
  'host',
  'node',
  'new name',
  'network',
  'version',
  'type',
  'desired',
  'height',
  'blocks GiB',
  'problem',
];

const passwordHint =
  'The RPC passwords of these nodes are unknown here; the nodes still accept the old ones. To replace them, which restarts the nodes one by one: satrap nodes rotate-credentials';

/** Describes a recovery and the next step. A host whose agent lost its store offers no nodes but may still hold chain data. */
export const takeoverLines = (offers: readonly Offer[]): string[] => [
  ...offers.map(({ executor: { name }, nodes }) =>
    nodes.length === 0
      ? `${name}: took over the host, which offers no nodes. List its chain data: satrap hosts data ${name}`
      : `${name}: took over ${counted(takeable(nodes).length, 'node')}`,
  ),
  ...(offers.some(({ nodes }) => takeable(nodes).length > 0) ? [passwordHint] : []),
];

/** Formats offers as a table with a row for each node, and a total. */
export function offerLines(offers: readonly Offer[]): string[] {
  const all = offers.flatMap(({ nodes }) => nodes);
  const rows = offers.flatMap(({ executor, nodes }) =>
    nodes.map(({ name, newName, network, clientVersion, nodeType, desiredState, height, sizeBytes, problem }) => [
      executor.name,
      printable(name),
      name === newName ? '-' : printable(newName),
      ...[network, printable(clientVersion), nodeType, desiredState, height === null ? '?' : String(height)],
      sizeBytes === null ? '?' : gibibytes(sizeBytes / 1024 / 1024),
      problem === null ? '-' : printable(problem),
    ]),
  );
  const left = all.length - takeable(all).length;
  return [
    ...tableLines(columns, rows),
    `${counted(offers.length, 'host')}, ${counted(takeable(all).length, 'node')} to take over${left === 0 ? '' : `; ${counted(left, 'orphan')} left on the hosts`}`,
  ];
}
