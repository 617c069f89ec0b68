import { isSecretKey } from '../../bitcoin/secret-keys.ts';
import { windowText } from '../../contract/maintenance-text.ts';
import { defaultDataRoot } from '../../contract/names.ts';
import type {
  ChannelRowFragment,
  FleetConsumerFragment,
  FleetEndpointFragment,
  FleetHostFragment,
  FleetNodeFragment,
  MaintenanceScheduleRowFragment,
} from '../../contract/operations.generated.ts';
import type { Api } from '../api.ts';
import { labelText } from '../labels.ts';
import { type Settings, settingsOf } from '../notifications/settings.ts';
import type { KeyValue } from '../options.ts';
import { cursorPages, pageSize, pages } from '../resource.ts';
import {
  defaultSchedule,
  type FleetConsumer,
  type FleetEndpoint,
  type FleetHost,
  type FleetNode,
  type FleetSchedule,
  none,
} from './fleet-file.ts';

export interface CurrentFleet {
  nodes: ReadonlyMap<string, FleetNodeFragment>;
  hosts: ReadonlyMap<string, FleetHostFragment>;
  channels: ReadonlyMap<string, ChannelRowFragment>;
  schedules: ReadonlyMap<string, MaintenanceScheduleRowFragment>;
  endpoints: ReadonlyMap<string, FleetEndpointFragment>;
  consumers: readonly FleetConsumerFragment[];
  settings: Omit<Settings, 'nodeOverrides'>;
}

export async function readFleet(api: Api): Promise<CurrentFleet> {
  const nodes = cursorPages(async (cursor) => (await api.call('ListFleetNodes', { cursor })).nodesConnection);
  const hosts = cursorPages(async (cursor) => (await api.call('ListFleetHosts', { cursor })).executorsConnection);
  const { notificationChannels } = await api.call('ListChannels', {});
  const channels = new Map(notificationChannels.map((each) => [each.name, each]));
  const { maintenanceSchedules } = await api.call('ListMaintenanceSchedules', {});
  const schedules = new Map(maintenanceSchedules.map((each) => [scheduleName(each), each]));
  const endpoints = new Map((await api.call('ListFleetEndpoints', {})).endpoints.map((each) => [each.name, each]));
  const consumers = pages(async (skip) => (await api.call('ListFleetConsumers', { take: pageSize, skip })).consumers);
  return {
    ...{ nodes: await byName(nodes), hosts: await byName(hosts), channels, schedules },
    ...{ endpoints, consumers: (await Array.fromAsync(consumers)).flat(), settings: await settingsOf(api) },
  };
}

const byName = async <T extends { name: string }>(all: AsyncIterable<readonly T[]>) =>
  new Map((await Array.fromAsync(all)).flat().map((each) => [each.name, each]));

/** Returns a node as a file describes it, without secrets. */
export function describeNode(node: FleetNodeFragment) {
  const {
    id: _id,
    revision: _revision,
    executor,
    overrides,
    labels,
    dataRoot,
    desiredState,
    signet,
    tor,
    ...same
  } = node;
  return {
    ...same,
    ...(signet === null ? {} : { signet }),
    ...(tor === null ? {} : { tor }),
    host: executor.name,
    overrides: valuesByKey(overrides.filter(({ key }) => !isSecretKey(key))),
    labels: valuesByKey<string>(labels),
    desiredState: desiredState === 'running' ? 'running' : 'stopped',
    dataRoot: dataRoot ?? defaultDataRoot,
  } satisfies FleetNode;
}

export const describeHost = ({ labels }: FleetHostFragment): FleetHost => ({ labels: valuesByKey(labels) });

/** A maintenance schedule. Its label is null if it is of the nodes without a schedule of a label. */
export type Schedule = Pick<MaintenanceScheduleRowFragment, 'label' | 'windows'>;

/** Returns what a file calls a schedule. */
export const scheduleName = ({ label }: Pick<Schedule, 'label'>): string =>
  label === null ? defaultSchedule : labelText([label]);

export const describeSchedule = ({ windows: { timeZone, windows } }: Schedule): FleetSchedule => ({
  timeZone,
  windows: windows.map(windowText),
});

/** Names nodes by id, as they are called once those that `moved` names are renamed. */
export function nodeNames(
  { nodes }: Pick<CurrentFleet, 'nodes'>,
  moved: Readonly<Record<string, string>> = {},
): (id: string) => string {
  const names = new Map([...nodes.values()].map(({ id, name }) => [id, moved[name] ?? name]));
  return (id) => names.get(id) ?? id;
}

export function hostNames({ hosts }: Pick<CurrentFleet, 'hosts'>): (id: string) => string {
  const names = new Map([...hosts.values()].map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? id;
}

/** Returns an endpoint as a file describes it, without its consumers. A node or host that was deleted since has its id. */
export const describeEndpoint = (
  { name, network, nodeIds, nodeLabels, executorIds, address, port, tls, pinnedBlockHash }: FleetEndpointFragment,
  names: { node: (id: string) => string; host: (id: string) => string },
) =>
  ({
    ...{ name, network },
    ...(nodeIds === null
      ? { nodeLabels: valuesByKey<string>(nodeLabels) }
      : { nodes: nodeIds.map(names.node).toSorted() }),
    hosts: executorIds.map(names.host).toSorted(),
    ...{ address, port, tls: tls ?? none, pinnedBlockHash: pinnedBlockHash ?? none },
  }) satisfies FleetEndpoint & { name: string };

export const describeConsumer = ({
  id: _id,
  endpointId: _endpointId,
  ...consumer
}: FleetConsumerFragment): FleetConsumer & { name: string } => consumer;

/** A repeated key has a list of values. */
function valuesByKey<Value extends string | string[]>(pairs: readonly KeyValue[]): Record<string, Value> {
  const groups = [...Map.groupBy(pairs, ({ key }) => key)];
  const values = groups.map(([key, group]) => [key, group.map(({ value }) => value)] as const);
  return Object.fromEntries(values.map(([key, all]) => [key, (all.length === 1 ? all[0] : all) as Value]));
}

export const describeNotifications = ({ thresholds }: CurrentFleet['settings']) => ({ thresholds });
