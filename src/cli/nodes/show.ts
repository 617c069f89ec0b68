import type { Command } from 'commander';
import { shownNetworkName } from '../../bitcoin/network-name.ts';
import { torText } from '../../bitcoin/tor.ts';
import { actorText } from '../../contract/actor-text.ts';
import { configStates } from '../../contract/config-states.ts';
import { stateWord } from '../../contract/health.ts';
import { marked, tableNotes, warningLines } from '../../contract/lifecycle-words.ts';
import type { ActorFragment, NodeRowFragment } from '../../contract/operations.generated.ts';
import type { NodeOrderByInput } from '../../contract/types.generated.ts';
import { authorityOf } from '../../text/authority.ts';
import { counted } from '../../text/counted.ts';
import { printable } from '../../text/printable.ts';
import { defineApiCommand, findNode } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { nodeFilters, nodeWhere } from '../filters.ts';
import { labelText } from '../labels.ts';
import { printList } from '../lists.ts';
import { choiceOption, option, watchOption } from '../options.ts';
import { age, type Line, print, table, tableLines, when } from '../output.ts';
import { describeOperation } from './operations.ts';

const orders = {
  name: { name: 'asc' },
  host: { executorName: 'asc' },
  network: { network: 'asc' },
  phase: { phase: 'asc' },
  version: { clientVersion: 'asc' },
  created: { createdAt: 'desc' },
} as const satisfies Record<string, NodeOrderByInput>;

export function register(nodes: Command): void {
  defineApiCommand(nodes, 'list', 'list nodes', [
    ...nodeFilters,
    choiceOption('--type <type>', 'only of this type', ['full', 'pruned']),
    option('--client-version <version>', 'only with this version'),
    choiceOption('--sort <field>', 'order (default: name)', Object.keys(orders) as (keyof typeof orders)[]),
    watchOption,
  ]).action((api, { type, clientVersion, sort, ...options }) => {
    const filter = nodeWhere(options);
    const only = {
      ...(type && { nodeType: { equals: type } }),
      ...(clientVersion && { clientVersion: { equals: clientVersion } }),
    };
    const where = Object.keys(only).length === 0 ? filter : { ...filter, ...only };
    const orderBy = sort === undefined ? undefined : [orders[sort]];
    const noNodes = 'No nodes yet. Deploy one with: satrap nodes create NAME --network signet';
    return printList(api, options, {
      fetch: async () => (await api.call('ListNodes', { where, orderBy })).nodes,
      hint: where === undefined ? noNodes : 'no matching nodes',
      lines: (shown) => [...nodeTable(shown), ...warningLines(shown)],
      types: ['node', 'executor'],
    });
  });
  defineApiCommand(nodes, 'show <node>', 'show a node and its configuration').action(async (api, options, nameOrId) => {
    const { node } = await api.call('GetNode', { id: (await findNode(api, nameOrId)).id });
    if (node === null) throw new CommandError(`node ${nameOrId} was deleted`, 'not_found');
    print(node, options, () => [
      ...nodeTable([node]),
      '',
      `version: ${node.client} ${node.clientVersion}, ${node.clientLifecycle.summary}`,
      ...(node.tor === null ? [] : [`tor: ${torText(node.tor)}`]),
      ...tableNotes([node.clientLifecycle]),
      ...(node.labels.length === 0 ? [] : ['', `labels: ${labelText(node.labels)}`]),
      ...(node.dataRoot === null ? [] : ['', `data root: ${node.dataRoot}`]),
      '',
      `created: ${when(node.createdAt)}${byActor(node.createdBy)}`,
      `last changed: ${when(node.updatedAt)}${byActor(node.lastChangedBy)}`,
      ...node.operations.flatMap((each) => (each.endedAt === null ? ['', describeOperation(each)] : [])),
      '',
      `health: ${node.health.summary}`,
      ...mempoolLines(node.metrics),
      ...(node.status.reason === null ? [] : ['', `${node.status.phase}: ${node.status.reason}`]),
      '',
      ...problemLines(node.problems),
      ...revertedLines(node.reverted),
      ...endpointLines(node.status.endpoint),
      configStates[node.configState],
      ...tableLines(
        ['setting', 'value', 'set by', 'note'],
        node.effectiveConfig.map(({ key, value, origin, note }) => [key, value ?? '(secret)', origin, note ?? '']),
      ),
    ]);
  });
}

const byActor = (actor: ActorFragment | null): string => (actor === null ? '' : ` by ${actorText(actor)}`);

export const nodeTable = (nodes: readonly NodeRowFragment[], now = Date.now()): Line[] =>
  table(
    nodes,
    {
      name: 'name',
      network: (node) => shownNetworkName(node.networkName),
      version: ({ clientVersion, clientLifecycle }) => marked(clientVersion, clientLifecycle),
      type: 'nodeType',
      host: ({ executor }) => executor.name,
      state: stateWord,
      since: ({ status }) => (status.since ? age(status.since, now) : '-'),
      height: ({ metrics }) => String(metrics?.height ?? '-'),
      peers: ({ metrics }) => (metrics ? `${metrics.peersInbound}+${metrics.peersOutbound}` : '-'),
      rpc: ({ status }) => (status.endpoint ? authorityOf(status.endpoint.host, status.endpoint.rpcPort) : '-'),
      reason: ({ status, problems }) => status.reason ?? problems.map(({ reason }) => reason).join('; '),
    },
    ['rpc', 'type', 'version', 'peers', 'since', 'network'],
  );

/** Formats a node's endpoints as a table and an empty line; nothing before its ports are chosen. */
export function endpointLines(endpoint: NodeRowFragment['status']['endpoint']): Line[] {
  if (endpoint === null) return [];
  const { host, rpcPort, p2pPort, zmq } = endpoint;
  return [
    ...tableLines(
      ['endpoint', 'address'],
      [
        ['rpc', authorityOf(host, rpcPort)],
        ['p2p', authorityOf(host, p2pPort)],
        ...zmq.map(({ topic, url }) => [`zmq ${topic}`, url]),
      ],
    ),
    '',
  ];
}

/** Formats each problem of a node with its advice, both whole, and an empty line. */
export const problemLines = (problems: NodeRowFragment['problems'], now = Date.now()): string[] =>
  problems.flatMap(({ code, since, reason, advice }) => [
    `${code} for ${age(since, now)}: ${reason}`,
    `  ${advice}`,
    '',
  ]);

/** Formats the mempool: its virtual size, and its memory against `maxmempool`; nothing before the first sample. */
export function mempoolLines(metrics: NodeRowFragment['metrics']): string[] {
  if (metrics === null) return [];
  const { mempoolTransactions, mempoolVirtualBytes, mempoolUsageBytes: used, mempoolLimitBytes: limit } = metrics;
  const memory = used === null || limit === null ? '' : `; memory ${megabytes(used)} of ${megabytes(limit)} MB`;
  const size = (mempoolVirtualBytes / 1e6).toFixed(2);
  return [`mempool: ${counted(mempoolTransactions, 'transaction')}, ${size} vMB${memory}`];
}

const megabytes = (bytes: number): string => String(Math.round(bytes / 1e5) / 10);

/** Formats a reverted change and an empty line; nothing without one. */
const revertedLines = (reverted: NodeRowFragment['reverted']): Line[] =>
  reverted === null
    ? []
    : [
        `revision ${reverted.revision} was reverted to revision ${reverted.runsRevision} ${when(reverted.at)}: ${printable(reverted.reason)}`,
        ...tableLines(
          ['setting', 'requested', 'running'],
          reverted.changes.map(({ field, asked, runs }) => [field, asked ?? '-', runs ?? '-']),
        ),
        '',
      ];
