import type { KeyValue } from '../options.ts';
import { type Change, changeOf, type Named, refused, request, updateOf } from './change.ts';
import { type CurrentFleet, describeEndpoint, hostNames, nodeNames } from './current-fleet.ts';
import { differences } from './differences.ts';
import { type FleetEndpoint, none } from './fleet-file.ts';
import { consumerName, namesOf, previousNames } from './object-names.ts';
import { consumersOf, planConsumer } from './plan-consumer.ts';
import { planObjectDeletion } from './plan-deletion.ts';

/** What files say about endpoints. */
export interface DesiredEndpoints {
  endpoints: Readonly<Record<string, FleetEndpoint>> | undefined;
  moved: Readonly<Record<string, string>>;
  /** Names of objects to delete. */
  pruned: readonly string[];
  /** The names of nodes that exist after the plan. */
  nodes: ReadonlySet<string>;
}

/** Decides what makes the endpoints as files describe them, and then their consumers. */
export function planEndpoints(desired: DesiredEndpoints, current: CurrentFleet): Change[] {
  const { endpoints = {}, moved, pruned } = desired;
  const previous = previousNames('endpoint', moved);
  const described = Object.entries(endpoints).map(([name, endpoint]) => ({
    ...{ name, endpoint },
    existing: current.endpoints.get(name) ?? current.endpoints.get(previous.get(name) ?? name),
  }));
  const kept = new Set([...Object.keys(endpoints), ...previous.values()]);
  const deleted = namesOf('endpoint', pruned);
  const others = desired.endpoints === undefined ? [] : [...current.endpoints.keys()];
  return [
    ...described.map(({ name, endpoint }) => planEndpoint(name, endpoint, previous.get(name), { desired, current })),
    ...deleted.map((name) => planEndpointDeletion(name, kept, current)),
    ...others
      .filter((name) => !kept.has(name) && !deleted.includes(name))
      .map((name) => changeOf('unmanaged', { type: 'endpoint', name })),
    ...described.flatMap(({ name, endpoint: { consumers }, existing }) =>
      planConsumers(name, consumers, existing, { desired, current }),
    ),
    ...namesOf('consumer', pruned).map((name) => planConsumerDeletion(name, desired, current)),
  ];
}

interface Plan {
  desired: DesiredEndpoints;
  current: CurrentFleet;
}

function planEndpoint(name: string, endpoint: FleetEndpoint, previousName: string | undefined, plan: Plan): Change {
  const { desired, current } = plan;
  const named: Named = { type: 'endpoint', name };
  const own = current.endpoints.get(name);
  const previous = previousName === undefined ? undefined : current.endpoints.get(previousName);
  if (own !== undefined && previous !== undefined)
    return changeOf('update', named, {
      refusals: refused(
        `both ${previousName} and ${name} exist; delete one of them, or remove ${previousName} from moved`,
      ),
    });
  const existing = own ?? previous;
  const after = inOrder(name, endpoint);
  const { network } = endpoint;
  const data = dataOf(endpoint, current);
  const unknown = unknownNames(endpoint, plan);
  const late = endpoint.nodes === undefined ? {} : { names: { nodes: endpoint.nodes } };
  if (existing === undefined)
    return changeOf('create', named, {
      fields: differences({}, after),
      refusals: unknown,
      request: { ...request('CreateEndpoint', { data: { name, network, ...data } }), ...late },
    });
  const names = { node: nodeNames(current, desired.moved), host: hostNames(current) };
  const fields = differences(describeEndpoint(existing, names), after, ['nodeLabels']);
  const keepsNetwork = fields.every(({ field }) => field !== 'network');
  const selects = fields.some(({ field }) => field === 'nodes');
  const update = { ...data, ...(existing.name === name ? {} : { name }) };
  return updateOf(named, {
    fields,
    refusals: keepsNetwork ? unknown : refused(otherNetwork(existing.network), 'network'),
    request: { ...request('UpdateEndpoint', { id: existing.id, data: update }), ...(selects ? late : {}) },
  });
}

const otherNetwork = (network: string): string =>
  `an endpoint keeps its network, ${network}; give the one on the other network another name`;

/** Returns an endpoint to compare: the order of its nodes and hosts has no meaning. */
const inOrder = (name: string, { consumers: _consumers, nodes, nodeLabels, hosts, ...same }: FleetEndpoint) => ({
  ...{ name, ...same },
  ...(nodes === undefined ? { nodeLabels } : { nodes: nodes.toSorted() }),
  hosts: hosts.toSorted(),
});

/** Returns what the API gets of an endpoint. Its nodes may not exist yet. */
const dataOf = ({ hosts, address, port, tls, pinnedBlockHash, nodeLabels }: FleetEndpoint, current: CurrentFleet) => ({
  executorIds: hosts.flatMap((host) => current.hosts.get(host)?.id ?? []),
  ...{ address, port },
  tls: tls === none ? null : tls,
  pinnedBlockHash: pinnedBlockHash === none ? null : pinnedBlockHash,
  nodeLabels: nodeLabels && pairsOf(nodeLabels),
});

const unknownNames = ({ hosts, nodes = [] }: FleetEndpoint, { desired, current }: Plan) => [
  ...hosts.flatMap((host) =>
    current.hosts.has(host) ? [] : refused(`no host is named ${host}; see: satrap hosts list`, 'hosts'),
  ),
  ...nodes.flatMap((node) =>
    desired.nodes.has(node) ? [] : refused(`no node is named ${node}; see: satrap nodes list`, 'nodes'),
  ),
];

function planConsumers(
  endpoint: string,
  consumers: FleetEndpoint['consumers'],
  existing: { id: string } | undefined,
  { desired: { moved, pruned }, current }: Plan,
): Change[] {
  if (consumers === undefined) return [];
  const previous = previousNames('consumer', moved);
  const owned = consumersOf(existing, current);
  const deleted = namesOf('consumer', pruned);
  const kept = new Set([...Object.keys(consumers).map((name) => consumerName(endpoint, name)), ...previous.values()]);
  const others = [...owned.keys()].map((name) => consumerName(endpoint, name));
  return [
    ...Object.entries(consumers).map(([name, consumer]) => {
      const previousName = previous.get(consumerName(endpoint, name))?.slice(endpoint.length + 1);
      return planConsumer({ endpoint, name, previousName }, consumer, owned);
    }),
    ...others
      .filter((name) => !kept.has(name) && !deleted.includes(name))
      .map((name) => changeOf('unmanaged', { type: 'consumer', name })),
  ];
}

function planEndpointDeletion(name: string, kept: ReadonlySet<string>, current: CurrentFleet): Change {
  const existing = current.endpoints.get(name);
  return planObjectDeletion({ type: 'endpoint', name }, [...current.endpoints.keys()], {
    isDescribed: kept.has(name),
    summary: 'its consumers are deleted with it; its nodes keep running',
    request: existing && request('DeleteEndpoint', { id: existing.id }),
  });
}

function planConsumerDeletion(
  name: string,
  { endpoints = {}, pruned }: DesiredEndpoints,
  current: CurrentFleet,
): Change {
  const named: Named = { type: 'consumer', name };
  const [owner = '', own = ''] = name.split('/');
  if (namesOf('endpoint', pruned).includes(owner)) return changeOf('unchanged', named);
  const all = [...current.endpoints.values()].flatMap((endpoint) =>
    [...consumersOf(endpoint, current).keys()].map((each) => consumerName(endpoint.name, each)),
  );
  const existing = consumersOf(current.endpoints.get(owner), current).get(own);
  return planObjectDeletion(named, all, {
    isDescribed: Object.hasOwn(endpoints[owner]?.consumers ?? {}, own),
    summary: 'programs that use it lose access within two seconds',
    request: existing && request('RevokeConsumer', { id: existing.id }),
  });
}

const pairsOf = (values: Readonly<Record<string, string>>): KeyValue[] =>
  Object.entries(values).map(([key, value]) => ({ key, value }));
