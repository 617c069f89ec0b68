import type { InputOf, OperationName } from '../api.ts';
import type { KeyValue } from '../options.ts';
import { type CurrentFleet, describeHost, describeNode, describeNotifications } from './current-fleet.ts';
import type { Fleet, FleetHost, FleetNode, FleetNotifications } from './fleet-file.ts';

export interface Field {
  /** Its path in the file; sizes have the name of the API, such as `resources.memoryMiB`. */
  field: string;
  from: string | null;
  to: string | null;
  consequences: string[];
}

interface Request {
  operation: OperationName;
  variables: object;
  preview: OperationName | undefined;
}

export interface Change {
  /** `unmanaged`: it exists, and the file does not name it. */
  kind: 'create' | 'update' | 'delete' | 'unchanged' | 'unmanaged';
  type: 'host' | 'node' | 'notification';
  name: string;
  fields: Field[];
  /** Where a new node goes, or what remains of a deleted one. */
  summary: string;
  /** Whether it restarts a node that runs, as the control plane says. */
  restarts?: boolean;
  /** Why it cannot be made. */
  refusals: string[];
  /** Null for what does not change, or cannot. */
  request: Request | null;
}

type Named = Pick<Change, 'type' | 'name'>;

const request = <Name extends OperationName>(
  operation: Name,
  variables: InputOf<Name>,
  preview?: OperationName,
): Request => ({ operation, variables, preview });

const changeOf = (kind: Change['kind'], named: Named, more: Partial<Change> = {}): Change => {
  const change = { kind, ...named, fields: [], summary: '', refusals: [], request: null, ...more };
  return change.refusals.length === 0 ? change : { ...change, request: null };
};

const updateOf = (named: Named, more: Pick<Change, 'fields' | 'request'> & Partial<Change>): Change =>
  more.fields.length > 0 ? changeOf('update', named, more) : changeOf('unchanged', named);

/** Decides what makes the fleet as the file describes it. `pruned`: names of nodes to delete, which the file does not have. */
export function planFleet(
  { hosts = {}, nodes, notifications }: Fleet,
  current: CurrentFleet,
  pruned: readonly string[],
) {
  const kept = new Set(nodes?.map(({ name }) => name));
  const isUnmanaged = ({ name, desiredState }: { name: string; desiredState: string }) =>
    desiredState !== 'deleted' && !kept.has(name) && !pruned.includes(name);
  const others = nodes === undefined ? [] : [...current.nodes.values()].filter(isUnmanaged);
  return [
    ...Object.entries(hosts).map(([name, host]) => planHost({ type: 'host', name }, host, current)),
    ...(nodes ?? []).map((node) => planNode({ type: 'node', name: node.name }, node, current)),
    ...[...new Set(pruned)].map((name) => planDeletion({ type: 'node', name }, kept, current)),
    ...others.map(({ name }) => changeOf('unmanaged', { type: 'node', name })),
    ...(notifications === undefined ? [] : [planNotifications(notifications, current)]),
  ];
}

const withoutHost = (name: string) => `no host is named ${name}; see: satrap hosts list`;

function planHost(named: Named, { labels }: FleetHost, { hosts }: CurrentFleet): Change {
  const host = hosts.get(named.name);
  if (host === undefined) return changeOf('update', named, { refusals: [withoutHost(named.name)] });
  const data = { labels: labels && pairsOf(labels), expectedRevision: host.revision };
  const fields = differences(describeHost(host), { labels }, ['labels']);
  return updateOf(named, { fields, request: request('LabelExecutor', { id: host.id, data }) });
}

function planNode(named: Named, { host, hostLabels, ...desired }: FleetNode, { nodes, hosts }: CurrentFleet): Change {
  const node = nodes.get(named.name);
  const { overrides = {}, labels, ...same } = desired;
  const ofLabels = { labels: labels && pairsOf(labels) };
  const executorId = hosts.get(host ?? '')?.id;
  if (host !== undefined && executorId === undefined)
    return changeOf(node === undefined ? 'create' : 'update', named, { refusals: [withoutHost(host)] });
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
    return changeOf('update', named, { refusals: ['is being deleted; wait until it is gone'] });
  const fields = differences(describeNode(node), { ...desired, host }, ['overrides', 'labels']);
  const refusals = fields.flatMap(({ field, from, to }) => fixedFields[field]?.(named.name, String(from), to) ?? []);
  const { name: _name, network: _network, signet: _signet, dataRoot: _dataRoot, ...changeable } = same;
  const changed = fields.flatMap(({ field }) => /^overrides\.(.*)$/.exec(field)?.[1] ?? []);
  const data = {
    ...{ ...changeable, ...ofLabels },
    setOverrides: pairsOf(overrides).filter(({ key }) => changed.includes(key)),
    unsetOverrides: changed.filter((key) => !Object.hasOwn(overrides, key)),
    expectedRevision: node.revision,
  };
  const update = request('UpdateFleetNode', { id: node.id, data }, 'PreviewFleetNodeUpdate');
  return updateOf(named, { fields, refusals, request: update });
}

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
  // An earlier run deleted it.
  if (node === undefined || node.desiredState === 'deleted') return changeOf('unchanged', named);
  return changeOf('delete', named, {
    summary: `its chain data stays on ${node.executor.name}`,
    refusals: kept.has(named.name) ? ['the file describes it; remove it there, or leave out --prune'] : [],
    request: request('DeleteNode', { id: node.id }),
  });
}

function planNotifications(desired: FleetNotifications, { settings }: CurrentFleet): Change {
  const fields = differences(describeNotifications(settings), desired);
  const input = { thresholds: desired.thresholds, expectedRevision: settings.revision };
  const save = request('SaveNotificationSettings', { input });
  return updateOf({ type: 'notification', name: 'settings' }, { fields, request: save });
}

/** Returns how fields differ. Only the fields in the file are managed, and of its `maps` all entries. */
function differences(current: object, desired: object, maps: readonly string[] = []): Field[] {
  const [before, after] = [new Map(flatten(current)), new Map(flatten(desired))];
  const managed = maps.filter((name) => (desired as Record<string, unknown>)[name] !== undefined);
  const isManaged = (field: string) => after.has(field) || managed.some((name) => field.startsWith(`${name}.`));
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((field): Field[] => {
    const [from = null, to = null] = [before.get(field), after.get(field)];
    return isManaged(field) && from !== to ? [{ field, from, to, consequences: [] }] : [];
  });
}

/** Texts by the path of each field. Several values of an override are separated by commas. */
function flatten(value: unknown, path: readonly string[] = []): (readonly [string, string])[] {
  if (value === undefined || value === null) return [];
  if (!(value instanceof Object)) return [[path.join('.'), String(value)]];
  if (Array.isArray(value)) return [[path.join('.'), value.join(', ')]];
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, [...path, key]));
}

const pairsOf = (values: Readonly<Record<string, string | string[]>>): KeyValue[] =>
  Object.entries(values).flatMap(([key, value]) => [value].flat().map((each) => ({ key, value: each })));
