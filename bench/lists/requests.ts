import * as client from '../../src/client/operations.generated.ts';
import * as deploy from '../../src/console/pages/deploy/operations.generated.ts';
import * as executors from '../../src/console/pages/executors/operations.generated.ts';
import * as monitoring from '../../src/console/pages/node/monitoring/operations.generated.ts';
import * as nodePage from '../../src/console/pages/node/operations.generated.ts';
import * as nodes from '../../src/console/pages/nodes/operations.generated.ts';
import * as overview from '../../src/console/pages/overview/operations.generated.ts';
import * as upgrades from '../../src/console/pages/upgrades/operations.generated.ts';
import * as shell from '../../src/console/shell/operations.generated.ts';
import * as cli from '../../src/contract/operations.generated.ts';

export interface World {
  executorId: string;
  /** The node with a history. */
  nodeId: string;
  /** Of the largest organization. */
  nodes: number;
  rolloutId: string;
}

export interface ListRequest {
  what: string;
  document: object;
  variables?: (world: World) => object;
  /** Only owners and admins may read it. */
  isOfOwner?: boolean;
}

const list = { take: 100 };
const deep = ({ nodes: count }: World) => ({ take: 100, skip: Math.floor(count / 2) });
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
const request = (what: string, document: object, variables?: ListRequest['variables'] | object): ListRequest => ({
  what,
  document,
  ...(variables && { variables: typeof variables === 'function' ? (variables as () => object) : () => variables }),
});
const byPhase = { orderBy: [{ phase: 'asc' }, { name: 'asc' }] };
const running = { phase: { equals: 'running' } };
const history = ({ nodeId: id }: World) => ({ id, from: daysAgo(30), stepSeconds: 21_600 });
const creation = { name: 'planned', network: 'regtest' };
const ofNode = ({ nodeId }: World) => ({ where: { id: nodeId }, id: nodeId });
const ofExecutor = ({ executorId }: World) => ({ where: { id: executorId }, id: executorId });

/** What the console and the command line read. */
export const listRequests: readonly ListRequest[] = [
  request('overview: counts', overview.OverviewDocument),
  request('overview: highest nodes', overview.ExtremeNodesDocument, {
    orderBy: [{ height: { sort: 'desc', nulls: 'last' } }],
    phase: { in: ['running', 'syncing'] },
  }),
  request('overview: lowest nodes', overview.ExtremeNodesDocument, {
    orderBy: [{ height: { sort: 'asc' } }],
    ...running,
  }),
  request('overview: hosts', executors.ExecutorListDocument, {
    ...list,
    orderBy: [{ status: 'asc' }, { name: 'asc' }],
  }),
  request('notification center', client.NotificationCenterDocument),
  request('palette', shell.FindForPaletteDocument, { text: 'node-0123' }),
  request('palette: no match', shell.FindForPaletteDocument, { text: 'zzz' }),
  request('nodes by state', nodes.NodeListDocument, { ...list, ...byPhase }),
  request('nodes by state, a later page', nodes.NodeListDocument, (world: World) => ({ ...deep(world), ...byPhase })),
  request('nodes by name', nodes.NodeListDocument, { ...list, orderBy: [{ name: 'asc' }] }),
  request('nodes by name, a later page', nodes.NodeListDocument, (world: World) => ({
    ...deep(world),
    orderBy: [{ name: 'asc' }],
  })),
  ...(['executorName', 'clientVersion', 'network', 'createdAt'] as const).map((field) =>
    request(`nodes by ${field}`, nodes.NodeListDocument, { ...list, orderBy: [{ [field]: 'desc' }, { name: 'asc' }] }),
  ),
  request('nodes by height', nodes.NodeListDocument, {
    ...list,
    orderBy: [{ height: { sort: 'desc', nulls: 'last' } }, { name: 'asc' }],
  }),
  ...Object.entries({
    'a state': { phase: { equals: 'failing' } },
    'a network': { network: { equals: 'signet' } },
    'a rare label': { labels: [{ key: 'customer', value: 'customer-77' }] },
    'a host': { executorName: { equals: 'host-000100' } },
    'a version': { clientVersion: { equals: '28.1' } },
    'a problem': { problems: { has: 'no_peers' } },
    'part of a name': { name: { contains: '4242', mode: 'insensitive' } },
    names: { name: { in: ['node-000002', 'node-000004'] } },
  }).map(([what, where]) => request(`nodes of ${what}`, nodes.NodeListDocument, { ...list, ...byPhase, where })),
  request('counts of a filter', client.NodeCountsDocument, { where: { labels: [{ key: 'team', value: 'team-7' }] } }),
  request('nodes of the command line', cli.ListNodesDocument),
  request('top of the command line', cli.GetTopDocument, { where: {} }),
  request('fleet nodes, a later page', cli.ListFleetNodesDocument, (world: World) => ({
    skip: Math.floor(world.nodes / 2),
  })),
  request('fleet hosts, a later page', cli.ListFleetHostsDocument, (world: World) => ({
    skip: Math.floor(world.nodes / 4),
  })),
  request('hosts by name', executors.ExecutorListDocument, { ...list, orderBy: [{ name: 'asc' }] }),
  request('hosts by name, a later page', executors.ExecutorListDocument, {
    take: 100,
    skip: 25_000,
    orderBy: [{ name: 'asc' }],
  }),
  request('hosts by version', executors.ExecutorListDocument, { ...list, orderBy: [{ version: 'asc' }] }),
  request('offline hosts', executors.ExecutorListDocument, { ...list, where: { status: { equals: 'offline' } } }),
  request('hosts of part of a name', executors.ExecutorListDocument, {
    ...list,
    where: { name: { contains: '4242' } },
  }),
  request('hosts of a label', client.ExecutorsDocument, {
    ...list,
    where: { labels: [{ key: 'rack', value: 'rack-7' }] },
  }),
  request('hosts of the command line', cli.ListExecutorsDocument, {
    where: { labels: [{ key: 'rack', value: 'rack-7' }] },
  }),
  request('offline hosts, counted', client.ExecutorCountsDocument, {
    where: { labels: [{ key: 'region', value: 'region-1' }] },
  }),
  request('hosts to deploy to', deploy.DeployHostsDocument, list),
  request('options of all hosts', deploy.DeployOptionsDocument, {}),
  request('names to deploy', deploy.DeployNamesDocument, { names: ['node-000002', 'planned'] }),
  request('preview of a creation', cli.PreviewNodeCreationDocument, { data: creation }),
  request('preview of a creation that fits nowhere', cli.PreviewNodeCreationDocument, {
    data: { ...creation, resources: { memoryMiB: 500_000 } },
  }),
  request('preview of a bulk change', client.PreviewNodesChangeDocument, {
    data: { action: 'restart' },
    where: { labels: [{ key: 'customer', value: 'customer-77' }] },
  }),
  request('networks', client.NetworksDocument),
  request('network', client.NetworkDocument, { where: { name: 'signet' } }),
  request('a node', client.NodeDocument, ofNode),
  request('a node, by the command line', cli.GetNodeDocument, ofNode),
  request('trend of a node', nodePage.NodeTrendDocument, ({ nodeId: id }: World) => ({
    ...{ id, from: daysAgo(1), network: 'regtest' },
  })),
  request('month of a node', monitoring.NodeHistoryDocument, history),
  request('a host', client.ExecutorDocument, ofExecutor),
  request('a host, by the command line', cli.GetExecutorDocument, ofExecutor),
  request('month of a host', client.ExecutorMetricsDocument, (world: World) => ({
    ...ofExecutor(world),
    from: daysAgo(30),
  })),
  request('events', client.EventsDocument, { filter: list }),
  request('events of a node', client.EventsDocument, { filter: { ...list, nodeName: 'node-000002' } }),
  request('events of a node id', client.EventsDocument, ({ nodeId }: World) => ({ filter: { ...list, nodeId } })),
  request('events of a host', client.EventsDocument, { filter: { ...list, executorName: 'host-000002' } }),
  request('errors', client.EventsDocument, { filter: { ...list, level: ['error'] } }),
  request('errors and warnings of last week', client.EventsDocument, () => ({
    filter: { ...list, level: ['error', 'warning'], from: daysAgo(7), to: daysAgo(6) },
  })),
  request('events of a kind', client.EventsDocument, { filter: { ...list, kind: 'node.health' } }),
  request('events of last week', client.EventsDocument, () => ({
    filter: { ...list, from: daysAgo(7), to: daysAgo(6) },
  })),
  request('oldest events', client.EventsDocument, { filter: { ...list, direction: 'newer' } }),
  request('audit log', client.AuditActionsDocument, { filter: list }),
  request('audit log of a node', client.AuditActionsDocument, { filter: { ...list, targetId: 'id-7' } }),
  request('refusals', client.AuditActionsDocument, {
    filter: { ...list, action: 'syncExecutor', outcome: ['refused'] },
  }),
  request('open incidents', client.NotificationIncidentsDocument, { status: 'open', filter: list }),
  request('incidents', client.NotificationIncidentsDocument, { filter: list }),
  request('incidents of a node', client.NotificationIncidentsDocument, ({ nodeId }: World) => ({
    filter: { ...list, nodeId },
  })),
  { ...request('API keys', client.ApiKeysDocument, list), isOfOwner: true },
  { ...request('enrolment tokens', client.EnrolmentTokensDocument, list), isOfOwner: true },
  request('notification settings', cli.GetNotificationSettingsDocument, { skip: 0 }),
  request('offers', client.ExecutorOffersDocument, list),
  request('hosts to upgrade', upgrades.UpgradeableExecutorsDocument, list),
  request('rollouts', client.UpgradeRolloutsDocument, list),
  request('members of a rollout', upgrades.RolloutMembersDocument, ({ rolloutId }: World) => ({
    id: rolloutId,
    take: 100,
    skip: 20_000,
  })),
  request('deliveries', client.WebhookDeliveriesDocument, list),
];
