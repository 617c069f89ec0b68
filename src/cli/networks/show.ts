import type { Command } from 'commander';
import { branchTitle, inTreeOrder, versionsOn } from '../../contract/branch-tree.ts';
import type { NetworkRowFragment } from '../../contract/operations.generated.ts';
import { type Api, defineApiCommand, notFound } from '../api.ts';
import { printList } from '../lists.ts';
import { watchOption } from '../options.ts';
import { print, table } from '../output.ts';

export function register(networks: Command): void {
  const listed = 'list networks, and whether their nodes agree';
  defineApiCommand(networks, 'list', listed, [watchOption]).action((api, options) =>
    printList(api, options, {
      fetch: async () => (await api.call('ListNetworks', {})).networks,
      hint: 'no running node has reported a block',
      lines: (networks) =>
        table(networks, {
          network: 'name',
          state: 'state',
          nodes: 'nodeCount',
          height: 'height',
          branches: ({ branches }) => String(branches.length),
        }),
      types: ['node', 'incident'],
    }),
  );
  const shown = 'show the branches of a network and the nodes on each';
  defineApiCommand(networks, 'show <network>', shown).action(async (api, options, name) => {
    const { network } = await api.call('GetNetwork', { name });
    if (network === null) return unknown(api, name);
    print(network, options, () => networkLines(network));
  });
}

/** Throws CommandError with the networks that exist. */
async function unknown(api: Api, name: string): Promise<never> {
  const { networks } = await api.call('ListNetworks', {});
  const names = networks.map((network) => network.name).join(', ');
  return notFound(api, `no running node follows ${name}; your nodes follow: ${names || 'none'}`);
}

export function networkLines({ name, state, incidentId, branches }: NetworkRowFragment): string[] {
  const known = state === 'agreed' ? 'agreed, no split' : state;
  const title = incidentId === null ? `${name}: ${known}` : `${name}: ${known}, incident ${incidentId}`;
  return [title, ...inTreeOrder(branches).flatMap(({ branch, depth }) => branchLines(branch, depth))];
}

function branchLines(branch: NetworkRowFragment['branches'][number], depth: number): string[] {
  const { hash, firstHash, otherHash, forkHeight, reasons, nodes, nodeCount } = branch;
  const lead = '   '.repeat(depth);
  const inner = `${lead}${depth === 0 ? '' : '   '}  `;
  const next = forkHeight === null ? '' : `block ${forkHeight + 1}`;
  return [
    `${lead}${depth === 0 ? '' : '└─ '}${branchTitle(branch)}`,
    `${inner}tip ${hash}`,
    ...(firstHash === null ? [] : [`${inner}${next} here ${firstHash}`]),
    ...(otherHash === null ? [] : [`${inner}${next} there ${otherHash}`]),
    ...(nodes.length === 0 ? [] : [`${inner}${versionsOn(nodes)}`]),
    ...nodes.map((node) => `${inner}${nodeText(node)}`),
    ...(nodeCount > nodes.length ? [`${inner}and ${nodeCount - nodes.length} more`] : []),
    ...reasons.map((reason) => `${inner}${reason}`),
  ];
}

function nodeText({ name, height, isAnswering, isSyncing }: NetworkRowFragment['branches'][number]['nodes'][number]) {
  const state = isAnswering ? (isSyncing ? ', syncing' : '') : ', not answering';
  return `${name} at block ${height}${state}`;
}
