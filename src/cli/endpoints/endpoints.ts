import type { Command } from 'commander';
import { networks } from '../../bitcoin/network.ts';
import type { ConsumerRowFragment, EndpointRowFragment } from '../../contract/operations.generated.ts';
import { authorityOf } from '../../text/authority.ts';
import { type Api, defineApiCommand, findExecutor, findNode } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { labelText } from '../labels.ts';
import { listOption, option, pairsOption, requiredOption, wholeNumber } from '../options.ts';
import { age, type Line, print, table } from '../output.ts';
import { defineEach, defineList, findIn, type Resource } from '../resource.ts';

export const endpoints: Resource<EndpointRowFragment> = {
  noun: 'endpoint',
  fetch: async (api) => (await api.call('ListEndpoints', {})).endpoints,
  namesOf: ({ id, name }) => [id, name],
  columns: {
    name: 'name',
    network: 'network',
    address: addressOf,
    hosts: ({ hosts }) => hosts.map(({ executorName, state }) => `${executorName} (${state})`).join(', ') || '-',
    nodes: ({ members }) => members.map(({ nodeName }) => nodeName).join(', ') || '-',
  },
};

function addressOf({ address, port, tls }: Pick<EndpointRowFragment, 'address' | 'port' | 'tls'>): string {
  return `${tls === null ? 'http' : 'https'}://${authorityOf(address, port)}`;
}

const sharedOptions = [
  listOption('--node <name>', 'a node that answers; may be repeated'),
  pairsOption('--node-label <key=value>', 'in place of --node: a label of the nodes that answer; may be repeated'),
  listOption('--host <name>', 'a host whose gateway serves it; may be repeated'),
  option('--address <address>', 'address to listen on (default of a new endpoint: 127.0.0.1)'),
  option('--tls-cert <file>', 'certificate chain in PEM, on each host; requires --tls-key'),
  option('--tls-key <file>', 'private key in PEM, on each host; requires --tls-cert'),
  option('--pinned-block <hash>', 'block of the branch to answer from while a split is even'),
] as const;

const createOptions = [
  requiredOption('--network <network>', 'network of its nodes', networks),
  requiredOption('--port <port>', 'port to listen on, 1024 to 65535'),
  ...sharedOptions,
] as const;

const setOptions = [
  option('--rename <name>', 'new name'),
  option('--port <port>', 'port to listen on', wholeNumber(1024, 65_535)),
  ...sharedOptions,
  option('--plain-http', 'serve plain HTTP, without TLS'),
  option('--unpin', 'answer from no branch while a split is even'),
] as const;

interface Shared {
  node: readonly string[];
  nodeLabel: readonly { key: string; value: string }[];
  host: readonly string[];
  address: string | undefined;
  tlsCert: string | undefined;
  tlsKey: string | undefined;
  pinnedBlock: string | undefined;
}

/** Returns the given fields. Throws CommandError for unknown nodes and hosts. */
async function fieldsOf(api: Api, { node, nodeLabel, host, address, tlsCert, tlsKey, pinnedBlock }: Shared) {
  if ((tlsCert === undefined) !== (tlsKey === undefined))
    throw new CommandError('give both --tls-cert and --tls-key', 'usage');
  if (node.length > 0 && nodeLabel.length > 0) throw new CommandError('give --node or --node-label, not both', 'usage');
  const idsOf = async (names: readonly string[], find: typeof findNode | typeof findExecutor) =>
    Promise.all(names.map(async (name) => (await find(api, name)).id));
  return {
    ...(node.length === 0 ? {} : { nodeIds: await idsOf(node, findNode) }),
    ...(nodeLabel.length === 0 ? {} : { nodeLabels: [...nodeLabel] }),
    ...(host.length === 0 ? {} : { executorIds: await idsOf(host, findExecutor) }),
    ...(address === undefined ? {} : { address }),
    ...(tlsCert === undefined || tlsKey === undefined ? {} : { tls: { certFile: tlsCert, keyFile: tlsKey } }),
    ...(pinnedBlock === undefined ? {} : { pinnedBlockHash: pinnedBlock }),
  };
}

export function register(group: Command): void {
  defineList(group, endpoints, { description: 'list endpoints', hint: 'no endpoints' });
  const shown = 'show an endpoint: which nodes answer on each host, why the others do not, and its consumers';
  defineApiCommand(group, 'show <endpoint>', shown).action(async (api, options, name) => {
    const endpoint = await findIn(api, endpoints, name);
    const { consumers } = await api.call('ListConsumers', {
      where: { endpointId: { equals: endpoint.id } },
      take: 500,
    });
    print({ ...endpoint, consumers }, options, () => endpointLines(endpoint, consumers));
  });
  defineApiCommand(group, 'create <name>', 'create an endpoint; no node restarts', createOptions).action(
    async (api, { network, port, node, nodeLabel, host, address, tlsCert, tlsKey, pinnedBlock, ...options }, name) => {
      const fields = await fieldsOf(api, { node, nodeLabel, host, address, tlsCert, tlsKey, pinnedBlock });
      if (fields.executorIds === undefined) throw new CommandError('name a host that serves it: --host NAME', 'usage');
      const data = { ...fields, name, network, executorIds: fields.executorIds, port: portOf(port) };
      const { endpoint } = (await api.call('CreateEndpoint', { data })).createEndpoint;
      print(endpoint, options, () => [
        `created ${endpoint.name} at ${addressOf(endpoint)}; add a consumer: satrap consumers create NAME --endpoint ${endpoint.name}`,
        ...waitingLines(endpoint),
      ]);
    },
  );
  defineApiCommand(group, 'set <endpoint>', 'change an endpoint; the rest stays', setOptions).action(
    async (api, { rename, port, plainHttp, unpin, ...rest }, given) => {
      const { node, nodeLabel, host, address, tlsCert, tlsKey, pinnedBlock, ...options } = rest;
      const { id } = await findIn(api, endpoints, given);
      const data = {
        ...(await fieldsOf(api, { node, nodeLabel, host, address, tlsCert, tlsKey, pinnedBlock })),
        ...(rename === undefined ? {} : { name: rename }),
        ...(port === undefined ? {} : { port }),
        ...(plainHttp ? { tls: null } : {}),
        ...(unpin ? { pinnedBlockHash: null } : {}),
      };
      if (Object.keys(data).length === 0)
        throw new CommandError('nothing to change; see: satrap endpoints set --help', 'usage');
      const { endpoint } = (await api.call('UpdateEndpoint', { data, id })).updateEndpoint;
      print(endpoint, options, () => [`changed ${endpoint.name}`, ...waitingLines(endpoint)]);
    },
  );
  defineEach(group, 'delete', endpoints, {
    description: 'delete endpoints with their consumers; their nodes keep running',
    question: 'Delete',
    act: async (api, { id }) => (await api.call('DeleteEndpoint', { id })).deleteEndpoint.endpoint,
    done: ({ name }) => `deleted ${name}`,
  });
}

/** Throws CommandError. */
function portOf(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1024 && value <= 65_535) return value;
  throw new CommandError('--port must be a whole number from 1024 to 65535', 'usage');
}

/** Names the nodes that join only later. */
function waitingLines({ members }: Pick<EndpointRowFragment, 'members'>): string[] {
  const names = members.filter(({ hasGatewayUser }) => !hasGatewayUser).map(({ nodeName }) => nodeName);
  return names.length === 0 ? [] : [`after their next restart: ${names.join(', ')}`];
}

export function endpointLines(endpoint: EndpointRowFragment, consumers: readonly ConsumerRowFragment[]): Line[] {
  const { name, network, nodeIds, nodeLabels, members, hosts, pinnedBlockHash } = endpoint;
  const nameOf = (nodeId: string) => members.find((each) => each.nodeId === nodeId)?.nodeName ?? nodeId;
  const selected = nodeIds === null ? `nodes with ${labelText(nodeLabels)}` : 'listed nodes';
  return [
    `${name}: ${network}, ${addressOf(endpoint)}, ${selected}`,
    ...(pinnedBlockHash === null ? [] : [`pinned block: ${pinnedBlockHash}`]),
    ...members.filter(({ url }) => url === null).map(({ nodeName }) => `${nodeName}: has reported no address yet`),
    ...waitingLines(endpoint),
    ...hosts.flatMap(({ executorName, state, reason, isCurrent, reportedAt, ...host }) => [
      '',
      `${executorName}: ${state}${reason === null ? '' : `, ${reason}`}${reportedAt === null ? '' : `, reported ${age(reportedAt)} ago`}${isCurrent || state !== 'serving' ? '' : ', with earlier settings'}`,
      ...table(host.members, {
        node: ({ nodeId }) => nameOf(nodeId),
        answers: ({ code }) => (code === 'used' ? 'yes' : 'no'),
        height: 'height',
        behind: 'blocksBehind',
        reason: 'reason',
      }),
    ]),
    ...(consumers.length === 0 ? [] : ['', ...table(consumers, consumerColumns)]),
  ];
}

export const consumerColumns: Resource<ConsumerRowFragment>['columns'] = {
  consumer: 'name',
  preset: 'preset',
  'calls/s': 'callsPerSecond',
  'in flight': 'callsInFlight',
  expires: ({ expiresAt }) => expiresAt ?? 'never',
  'last used': ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : `${age(lastUsedAt)} ago`),
  calls: ({ counts }) => counts.map(({ outcome, calls }) => `${outcome} ${calls}`).join(', ') || '-',
};
