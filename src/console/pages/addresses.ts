import { type Network, networks } from '../../bitcoin/network.ts';
import { phases } from '../../contract/phases.ts';
import type {
  ApiKeyPurpose,
  AuditActorType,
  AuditOutcome,
  EventLevel,
  ExecutorStatus,
  NodePhase,
} from '../../contract/types.generated.ts';
import { type StepId, stepIds } from './deploy/step-ids.ts';

// The search parameters of each page, such as filters. The parsers drop invalid values. Part of the first load.

type Parameters = Record<string, unknown>;

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((each) => each === value);

/** Drops undefined parameters, for filters of the API. */
export const given = <T extends object>(parameters: T): T =>
  Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined)) as T;

/** Returns an API filter for a substring of a name. */
export const contains = (name: string | undefined) =>
  name === undefined ? undefined : { contains: name, mode: 'insensitive' as const };

/** The order of a list: a column, prefixed with a minus for descending. */
const sortOf = (columns: readonly string[], value: unknown): string | undefined => {
  const sort = text(value);
  return oneOf(columns, sort?.replace(/^-/, '')) === undefined ? undefined : sort;
};

export const orderOf = <C extends string>(sort = 'name'): { column: C; isDescending: boolean } => ({
  column: sort.replace(/^-/, '') as C,
  isDescending: sort.startsWith('-'),
});

export interface NodesSearch {
  name?: string;
  phase?: NodePhase;
  network?: Network;
  executor?: string;
  sort?: string;
}

export const shownPhases = phases.filter((phase) => phase !== 'deleted');
const nodeColumns = ['name', 'network', 'clientVersion', 'phase', 'height', 'executorName'] as const;
export type NodeSortColumn = (typeof nodeColumns)[number];

export const nodesSearch = ({ name, phase, network, executor, sort }: Parameters): NodesSearch => ({
  name: text(name),
  phase: oneOf(shownPhases, phase),
  network: oneOf(networks, network),
  executor: text(executor),
  sort: sortOf(nodeColumns, sort),
});

export interface ExecutorsSearch {
  name?: string;
  status?: ExecutorStatus;
  sort?: string;
}

export const executorStatuses: readonly ExecutorStatus[] = ['online', 'offline'];
const executorColumns = ['name', 'status', 'version'] as const;
export type ExecutorSortColumn = (typeof executorColumns)[number];

export const executorsSearch = ({ name, status, sort }: Parameters): ExecutorsSearch => ({
  name: text(name),
  status: oneOf(executorStatuses, status),
  sort: sortOf(executorColumns, sort),
});

export interface EventsSearch {
  level?: EventLevel;
  node?: string;
  executor?: string;
  kind?: string;
}

export const eventLevels: readonly EventLevel[] = ['info', 'warning', 'error'];

export const eventsSearch = ({ level, node, executor, kind }: Parameters): EventsSearch => ({
  level: oneOf(eventLevels, level),
  node: text(node),
  executor: text(executor),
  kind: text(kind),
});

export interface AuditSearch {
  action?: string;
  target?: string;
  actor?: AuditActorType;
  outcome?: AuditOutcome;
}

export const actorTypes: readonly AuditActorType[] = ['user', 'apiKey', 'systemAdmin', 'commandLine', 'anonymous'];
export const outcomes: readonly AuditOutcome[] = ['succeeded', 'refused'];

export const auditSearch = ({ action, target, actor, outcome }: Parameters): AuditSearch => ({
  action: text(action),
  target: text(target),
  actor: oneOf(actorTypes, actor),
  outcome: oneOf(outcomes, outcome),
});

const incidentStatuses = ['open', 'closed', 'all'] as const;

/** `open` is the default, which the address omits. */
export type IncidentStatus = (typeof incidentStatuses)[number];

export const incidentsSearch = (search: Parameters): { status?: IncidentStatus } => {
  const status = oneOf(incidentStatuses, search['status']);
  return status === undefined || status === 'open' ? {} : { status };
};

export interface KeysSearch {
  name?: string;
  purpose?: ApiKeyPurpose;
  /** Whether expired and revoked keys are shown. */
  ended?: 'shown';
}

export const keyPurposes: readonly ApiKeyPurpose[] = ['executor', 'personal'];

export const keysSearch = ({ name, purpose, ended }: Parameters): KeysSearch => ({
  name: text(name),
  purpose: oneOf(keyPurposes, purpose),
  ended: oneOf(['shown'], ended),
});

export const organizationsSearch = ({ name }: Parameters): { name?: string } => ({ name: text(name) });

export interface ReleasesSearch {
  channel?: string;
  /** The version whose details are shown. */
  version?: string;
}

export const releasesSearch = ({ channel, version }: Parameters): ReleasesSearch => ({
  channel: text(channel),
  version: text(version),
});

export interface DeploySearch {
  /** Without a step, the wizard starts over. */
  step?: StepId;
  executor?: string;
  /** The deleted node whose data to reuse, by id. */
  adopt?: string;
  seed?: string;
}

export const deploySearch = ({ step, executor, adopt, seed }: Parameters): DeploySearch => ({
  step: oneOf(stepIds, step),
  executor: text(executor),
  adopt: text(adopt),
  seed: text(seed),
});

const tabs = ['overview', 'monitoring', 'configuration', 'logs', 'events', 'why', 'rpc', 'danger'] as const;
export type NodeTab = (typeof tabs)[number];

/** Choices for the initial number of log lines; the first one is the default. */
export const tails = [200, 1000, 2000] as const;

export const ranges = ['1h', '6h', '24h', '7d', '30d', '90d'] as const;
export type Range = (typeof ranges)[number];
export const defaultRange: Range = '24h';

export interface NodeSearch {
  tab?: NodeTab;
  /** Logs: the initial number of lines. Default: the first of `tails`. */
  tail?: number;
  /** Logs: the search text. */
  find?: string;
  /** Monitoring: the time range. Default: `defaultRange`. */
  range?: Range;
  method?: string;
  /** Monitoring: whether tables replace the charts. */
  table?: true;
}

/** Parses the parameters of each tab. The address omits defaults. */
const tabParameters: Partial<Record<NodeTab, (search: Parameters) => NodeSearch>> = {
  logs: ({ tail, find }) =>
    given({ tail: tails.find((each) => each === tail && each !== tails[0]), find: text(find) }) as NodeSearch,
  monitoring: ({ range, table }) =>
    given({
      range: range === defaultRange ? undefined : oneOf(ranges, range),
      table: table === true ? (true as const) : undefined,
    }),
  rpc: (search) => {
    const method = text(search['method']);
    return method === undefined || !/^[a-z]{1,60}$/.test(method) ? {} : { method };
  },
};

export const nodeSearch = (search: Parameters): NodeSearch => {
  const tab = oneOf(tabs, search['tab']);
  return tab === undefined || tab === 'overview' ? {} : { tab, ...tabParameters[tab]?.(search) };
};
