import type { Command } from 'commander';
import { chainOf, networkName, shownNetworkName } from '../../bitcoin/network-name.ts';
import { marked, warningLines } from '../../contract/lifecycle-words.ts';
import type { ListExecutorOffersQuery } from '../../contract/operations.generated.ts';
import { counted } from '../../text/counted.ts';
import { defineApiCommand, findExecutor, requirePersonalKey } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { forEachName } from '../each-name.ts';
import { dryRunOption, option, yesOption } from '../options.ts';
import { gibibytes, type Line, print, printLines, tableLines } from '../output.ts';
import { confirm } from '../prompt.ts';

type Offer = NonNullable<ListExecutorOffersQuery['executorOffers']>[number];

export function register(executors: Command): void {
  const takesOver = 'take over nodes of another or a lost control plane; nothing restarts';
  defineApiCommand(executors, 'recover [host]', takesOver, [
    option('--all', 'all hosts that offer nodes'),
    dryRunOption,
    yesOption,
  ]).action(async (api, { all, dryRun, yes, ...options }, nameOrId) => {
    if ((nameOrId === undefined) === !all && !dryRun) throw new CommandError('name a host or add --all', 'usage');
    const { executorOffers } = await api.call('ListExecutorOffers', {});
    if (executorOffers.length === 0) await requirePersonalKey(api);
    const offers = executorOffers.filter(
      ({ executor: { id, name } }) => nameOrId === undefined || [id, name].includes(nameOrId),
    );
    if (nameOrId !== undefined && offers.length === 0)
      throw new CommandError(`${nameOrId} offers no nodes`, 'not_found', { hint: 'satrap hosts recover --dry-run' });
    if (dryRun || offers.length === 0)
      return print(offers, options, () => (offers.length === 0 ? ['no host offers nodes'] : offerLines(offers)));
    if (!yes) {
      printLines(offerLines(offers));
      await confirm('Take over these nodes?');
    }
    const names = offers.map(({ executor }) => executor.name);
    let recovered = 0;
    const recover = async (name: string) => {
      const [offer] = offers.filter(({ executor }) => executor.name === name) as [Offer];
      const { executor, offeredAt, nodes } = offer;
      const { recoverExecutor } = await api.call('RecoverExecutor', { id: executor.id, offeredAt });
      recovered += takeable(nodes).length;
      return { result: recoverExecutor.executor, lines: [takeoverLine(offer)] };
    };
    await forEachName(names, options, recover, true);
    if (!options.json && recovered > 0) printLines([passwordHint]);
  });
  const deleted = 'delete a host that has no nodes or is lost';
  defineApiCommand(executors, 'delete <hosts...>', deleted, [yesOption]).action((api, { yes, ...options }, names) =>
    forEachName(names, options, async (nameOrId) => {
      const { id, name } = await findExecutor(api, nameOrId);
      if (!yes) await confirm(`Delete ${name}?`);
      const { executor } = (await api.call('DeleteExecutor', { id })).deleteExecutor;
      return { result: executor, lines: [`Deleted ${name}. Stop its agent, or it registers again.`] };
    }),
  );
}

const takeable = (nodes: Offer['nodes']) => nodes.filter(({ problem }) => problem === null);

const columns = 'host,node,new name,network,version,type,desired,height,blocks GiB,problem'.split(',');

const passwordHint =
  'The RPC passwords of these nodes are unknown here; the nodes still accept the old ones. To replace them, which restarts the nodes one by one: satrap nodes rotate-credentials start';

/** Describes a recovery and the next step. A host whose agent lost its store offers no nodes but may still hold chain data. */
export function takeoverLine({ executor: { name }, nodes }: Offer): string {
  const taken = takeable(nodes).length;
  if (taken > 0) return `${name}: took over ${counted(taken, 'node')}`;
  const without = nodes.length === 0 ? 'which offers no nodes' : 'but none of its nodes';
  return `${name}: took over the host, ${without}. List its chain data: satrap hosts data list ${name}`;
}

export function offerLines(offers: readonly Offer[]): Line[] {
  const all = offers.flatMap(({ nodes }) => nodes);
  const rows = offers.flatMap(({ executor, nodes }) =>
    nodes.map((node) => [
      executor.name,
      node.name,
      node.name === node.newName ? '-' : node.newName,
      shownNetworkName(networkName(chainOf(node))),
      marked(node.clientVersion, node.clientLifecycle),
      node.nodeType,
      node.desiredState,
      String(node.height ?? '?'),
      node.sizeBytes === null ? '?' : gibibytes(node.sizeBytes / 1024 / 1024),
      node.problem ?? '-',
    ]),
  );
  const left = all.length - takeable(all).length;
  return [
    ...tableLines(columns, rows),
    ...warningLines(all),
    `${counted(offers.length, 'host')}, ${counted(takeable(all).length, 'node')} to take over${left === 0 ? '' : `; ${counted(left, 'orphan')} left on the hosts`}`,
  ];
}
