import type { Command } from 'commander';
import { branchTitle, inTreeOrder, versionsOn } from '../../contract/branch-tree.ts';
import { GetNetworkDocument, type NetworkRowFragment } from '../../contract/operations.generated.ts';
import { Api, type ApiOptions, apiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { print } from '../output.ts';
import { requirePersonalKey } from '../personal-key.ts';

export function register(networks: Command): void {
  apiCommand(networks, 'show <network>', 'show the branches of a network and the nodes on each').action(show);
}

async function show(name: string, options: ApiOptions): Promise<void> {
  const api = new Api(options);
  const { network } = await api.call(GetNetworkDocument, { name });
  if (network === null) {
    await requirePersonalKey(api);
    throw new CommandError(`no running node of yours follows ${name}`);
  }
  print(network, options, () => networkLines(network));
}

/** Returns a network as lines for people: its state, then its branches as a tree. */
export function networkLines({ name, state, incidentId, branches }: NetworkRowFragment): string[] {
  const title = incidentId === null ? `${name}: ${state}` : `${name}: ${state}, incident ${incidentId}`;
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
