import { nearestOf } from '../../text/nearest.ts';
import type { InputOf, OperationName } from '../api.ts';
import type { KeyValue } from '../options.ts';
import { type CurrentFleet, describeHost, describeNode, describeNotifications } from './current-fleet.ts';
import type { Fleet, FleetHost, FleetNode, FleetNotifications } from './fleet-file.ts';
import { type Sizes, sizesInFile } from './sizes.ts';

/** What files describe, once each `conf` is read. */
export type DesiredFleet = Omit<Fleet, 'nodes'> & { nodes?: FleetNode[] | undefined };

export interface Field {
  /** Its path in the file, such as `resources.memory`. */
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

/** A reason against a change. */
export interface Refusal {
  /** Where the object in the file has what is at fault, such as `overrides`, `rpcport`; empty for the object. */
  path: readonly string[];
  message: string;
}

export interface Change {
  /** `unmanaged`: it exists, and the file does not name it. `absent`: to delete, and no node has the name. */
  kind: 'create' | 'update' | 'delete' | 'unchanged' | 'unmanaged' | 'absent';
  type: 'host' | 'node' | 'notification';
  name: string;
  fields: Field[];
  /** Where a new node goes, or what remains of a deleted one. */
  summary: string;
  /** Whether it restarts a node that runs, as the control plane says. */
  restarts?: boolean;
  /** Why it cannot be made. */
  refusals: Refusal[];
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

const refused = (message: string, ...path: string[]): Refusal[] => [{ path, message }];

/** Decides what makes the fleet as the file describes it. `pruned`: names of nodes to delete, which the file does not have. */
export function planFleet(
  { hosts = {}, nodes, notifications, moved = {} }: DesiredFleet,
  current: CurrentFleet,
  pruned: readonly string[],
) {
  const renamed = new Map(Object.entries(moved).map(([from, to]) => [to, from]));
  const kept = new Set([...(nodes ?? []).map(({ name }) => name), ...Object.keys(moved)]);
  const isUnmanaged = ({ name, desiredState }: { name: string; desiredState: string }) =>
    desiredState !== 'deleted' && !kept.has(name) && !pruned.includes(name);
  const others = nodes === undefined ? [] : [...current.nodes.values()].filter(isUnmanaged);
  return [
    ...Object.entries(hosts).map(([name, host]) => planHost({ type: 'host', name }, host, current)),
    ...(nodes ?? []).map((node) => planNode({ type: 'node', name: node.name }, node, current, renamed.get(node.name))),
    ...[...new Set(pruned)].map((name) => planDeletion({ type: 'node', name }, kept, current)),
    ...others.map(({ name }) => changeOf('unmanaged', { type: 'node', name })),
    ...(notifications === undefined ? [] : [planNotifications(notifications, current)]),
  ];
}

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
  const fields = differences(describeNode(node), { ...desired, host }, ['overrides', 'labels']);
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
  if (node === undefined) {
    const near = nearestOf([...nodes.keys()])(named.name);
    const advice = near === undefined ? 'an earlier run may have deleted it' : `did you mean ${near}?`;
    return changeOf('absent', named, { summary: `no node has this name; ${advice}` });
  }
  if (node.desiredState === 'deleted') return changeOf('unchanged', named);
  return changeOf('delete', named, {
    summary: `its chain data stays on ${node.executor.name}`,
    refusals: kept.has(named.name) ? refused('the file describes it; remove it there, or leave out --prune') : [],
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
function differences(current: WithSizes, desired: WithSizes, maps: readonly string[] = []): Field[] {
  const [before, after] = [new Map(flatten(withUnits(current))), new Map(flatten(withUnits(desired)))];
  const managed = maps.filter((name) => (desired as Record<string, unknown>)[name] !== undefined);
  const isManaged = (field: string) => after.has(field) || managed.some((name) => field.startsWith(`${name}.`));
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((field): Field[] => {
    const [from = null, to = null] = [before.get(field), after.get(field)];
    return isManaged(field) && from !== to ? [{ field, from, to, consequences: [] }] : [];
  });
}

interface WithSizes {
  resources?: Partial<Sizes> | undefined;
  [field: string]: unknown;
}

/** Gives sizes the names and units that they have in files. */
const withUnits = (object: WithSizes): object =>
  object.resources === undefined ? object : { ...object, resources: sizesInFile(object.resources) };

/** Texts by the path of each field. Several values of an override are separated by commas. */
function flatten(value: unknown, path: readonly string[] = []): (readonly [string, string])[] {
  if (value === undefined || value === null) return [];
  if (!(value instanceof Object)) return [[path.join('.'), String(value)]];
  if (Array.isArray(value)) return [[path.join('.'), value.join(', ')]];
  return Object.entries(value).flatMap(([key, inner]) => flatten(inner, [...path, key]));
}

const pairsOf = (values: Readonly<Record<string, string | string[]>>): KeyValue[] =>
  Object.entries(values).flatMap(([key, value]) => [value].flat().map((each) => ({ key, value: each })));
