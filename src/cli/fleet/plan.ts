import { torOff } from '../../bitcoin/tor.ts';
import type { KeyValue } from '../options.ts';
import { type Change, changeOf, type Named, refused, request, updateOf } from './change.ts';
import { type CurrentFleet, describeHost, describeNode, describeNotifications } from './current-fleet.ts';
import { differences } from './differences.ts';
import type { Fleet, FleetHost, FleetNode, FleetNotifications } from './fleet-file.ts';
import { namesOf, previousNames } from './object-names.ts';
import { planChannel } from './plan-channel.ts';
import { planObjectDeletion } from './plan-deletion.ts';
import { planEndpoints } from './plan-endpoint.ts';
import { planSchedule } from './plan-schedule.ts';

/** What files describe, once each `conf` is read. */
export type DesiredFleet = Omit<Fleet, 'nodes'> & { nodes?: FleetNode[] | undefined };

/** Decides what makes the fleet as the file describes it. `pruned`: names of objects to delete, which the file does not have. */
export function planFleet(
  { hosts = {}, nodes, channels = {}, maintenance = {}, endpoints, notifications, moved = {} }: DesiredFleet,
  current: CurrentFleet,
  pruned: readonly string[],
) {
  const renamed = previousNames('node', moved);
  const deleted = namesOf('node', pruned);
  const kept = new Set([...(nodes ?? []).map(({ name }) => name), ...renamed.values()]);
  const isUnmanaged = ({ name, desiredState }: { name: string; desiredState: string }) =>
    desiredState !== 'deleted' && !kept.has(name) && !deleted.includes(name);
  const others = nodes === undefined ? [] : [...current.nodes.values()].filter(isUnmanaged);
  return [
    ...Object.entries(hosts).map(([name, host]) => planHost({ type: 'host', name }, host, current)),
    // Before the nodes, whose rollout keeps to them.
    ...Object.entries(maintenance).map(([name, schedule]) => planSchedule(name, schedule, current.schedules.get(name))),
    ...(nodes ?? []).map((node) => planNode({ type: 'node', name: node.name }, node, current, renamed.get(node.name))),
    ...deleted.map((name) => planDeletion({ type: 'node', name }, kept, current)),
    ...others.map(({ name }) => changeOf('unmanaged', { type: 'node', name })),
    // After the nodes, which answer at them.
    ...planEndpoints({ endpoints, moved, pruned, nodes: nodesAfter(nodes, current, renamed) }, current),
    ...Object.entries(channels).map(([name, channel]) => planChannel(name, channel, current.channels.get(name))),
    ...(notifications === undefined ? [] : [planNotifications(notifications, current)]),
  ];
}

/** Returns the names of the nodes that exist once the file is applied. */
const nodesAfter = (
  nodes: readonly FleetNode[] = [],
  current: CurrentFleet,
  renamed: ReadonlyMap<string, string>,
): ReadonlySet<string> => {
  const previous = new Set(renamed.values());
  const kept = [...current.nodes.keys()].filter((name) => !previous.has(name));
  return new Set([...kept, ...nodes.map(({ name }) => name)]);
};

const withoutHost = (name: string) => `no host is named ${name}; see: satrap hosts list`;

function planHost(named: Named, { labels }: FleetHost, { hosts }: CurrentFleet): Change {
  const host = hosts.get(named.name);
  if (host === undefined) return changeOf('update', named, { refusals: refused(withoutHost(named.name)) });
  const data = { labels: labels && pairsOf(labels), expectedRevision: host.revision };
  const fields = differences(describeHost(host), { labels }, ['labels']);
  return updateOf(named, { fields, request: request('LabelExecutor', { id: host.id, data }) });
}

/** `formerName`: of a node that the file renames. */
function planNode(
  named: Named,
  { host, hostLabels, ...desired }: FleetNode,
  { nodes, hosts }: CurrentFleet,
  formerName = named.name,
): Change {
  const own = nodes.get(named.name);
  const found = formerName === named.name ? undefined : nodes.get(formerName);
  const former = found?.desiredState === 'deleted' ? undefined : found;
  if (own !== undefined && former !== undefined)
    return changeOf('update', named, { refusals: refused(bothExist(formerName, named.name)) });
  const node = own ?? former;
  const { overrides = {}, labels, ...same } = desired;
  const ofLabels = { labels: labels && pairsOf(labels) };
  const executorId = hosts.get(host ?? '')?.id;
  if (host !== undefined && executorId === undefined)
    return changeOf(node === undefined ? 'create' : 'update', named, { refusals: refused(withoutHost(host), 'host') });
  if (node === undefined) {
    const executorLabels = hostLabels && pairsOf(hostLabels);
    const data = { ...same, ...ofLabels, executorId, executorLabels, overrides: pairsOf(overrides) };
    const fields = differences({}, { ...desired, host });
    return changeOf('create', named, {
      fields,
      request: request('CreateFleetNode', { data }, 'PreviewFleetNodeCreation'),
    });
  }
  if (node.desiredState === 'deleted')
    return changeOf('update', named, { refusals: refused('is being deleted; wait until it is gone') });
  const described = { tor: torOff, ...describeNode(node) };
  const fields = differences(described, { ...desired, host }, ['overrides', 'labels', 'tor']);
  const refusals = fields.flatMap(({ field, from, to }) => {
    const message = fixedFields[field]?.(named.name, String(from), to);
    return message === undefined ? [] : refused(message, ...field.split('.'));
  });
  const { name, network: _network, signet: _signet, dataRoot: _dataRoot, ...changeable } = same;
  const changed = fields.flatMap(({ field }) => /^overrides\.(.*)$/.exec(field)?.[1] ?? []);
  const data = {
    ...{ ...changeable, ...ofLabels },
    ...(name === node.name ? {} : { name }),
    setOverrides: pairsOf(overrides).filter(({ key }) => changed.includes(key)),
    unsetOverrides: changed.filter((key) => !Object.hasOwn(overrides, key)),
    expectedRevision: node.revision,
  };
  const update = request('UpdateFleetNode', { id: node.id, data }, 'PreviewFleetNodeUpdate');
  return updateOf(named, { fields, refusals, request: update });
}

const bothExist = (from: string, to: string) =>
  `both ${from} and ${to} exist; delete one of them, or remove ${from} from moved`;

/** What cannot change after the creation of a node, and what to do instead. */
const fixedFields: Readonly<Record<string, (name: string, from: string, to: string | null) => string>> = {
  'signet.challenge': (_name, from) =>
    `a node keeps its signet${from === 'null' ? '' : `, ${from}`}; give the one on the other signet another name`,
  'signet.seedNodes': () => 'the seed nodes of a signet cannot be changed; override addnode instead',
  network: (_name, from) => `a node keeps its network, ${from}; give the one on the other network another name`,
  host: (_name, from, to) => `a node keeps its host, ${from}; give the one on ${to} another name`,
  dataRoot: (name, from, to) => `its chain data is on ${from}; move it with: satrap nodes move ${name} --to ${to}`,
};

function planDeletion(named: Named, kept: ReadonlySet<string>, { nodes }: CurrentFleet): Change {
  const node = nodes.get(named.name);
  if (node?.desiredState === 'deleted') return changeOf('unchanged', named);
  return planObjectDeletion(named, [...nodes.keys()], {
    isDescribed: kept.has(named.name),
    summary: node === undefined ? '' : `its chain data stays on ${node.executor.name}`,
    request: node && request('DeleteNode', { id: node.id }),
  });
}

function planNotifications(desired: FleetNotifications, { settings }: CurrentFleet): Change {
  const fields = differences(describeNotifications(settings), desired);
  const input = { thresholds: desired.thresholds, expectedRevision: settings.revision };
  const save = request('SaveNotificationSettings', { input });
  return updateOf({ type: 'notification', name: 'settings' }, { fields, request: save });
}

const pairsOf = (values: Readonly<Record<string, string | string[]>>): KeyValue[] =>
  Object.entries(values).flatMap(([key, value]) => [value].flat().map((each) => ({ key, value: each })));
