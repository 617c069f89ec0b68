import { networks } from '../../bitcoin/network.ts';
import { healthOrder } from '../../contract/health.ts';
import { nodeRules } from '../../contract/rule-subjects.ts';
import type {
  AlertCode,
  AlertSeverity,
  ApiKeyPurpose,
  AuditActorType,
  AuditOutcome,
  EventLevel,
  ExecutorStatus,
  NodeHealthState,
} from '../../contract/types.generated.ts';

// The search parameters of each page, such as filters. The parsers drop invalid values. Part of the first load.

type Parameters = Readonly<Record<string, unknown>>;

/** Drops undefined parameters, for filters of the API. */
export const given = <T extends object>(parameters: T): T =>
  Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined)) as T;

/** Builds the parser of a page's search parameters from those of each parameter. */
const searchOf =
  <P extends Record<string, (value: unknown) => unknown>>(parsers: P) =>
  (search: Parameters) =>
    given(Object.fromEntries(Object.entries(parsers).map(([name, parse]) => [name, parse(search[name])]))) as {
      [K in keyof P]?: ReturnType<P[K]>;
    };

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;

const oneOf =
  <const T extends string | number | boolean>(values: readonly T[]) =>
  (value: unknown): T | undefined =>
    values.find((each) => each === value);

export const equals = <T>(value: T | undefined) => (value === undefined ? undefined : { equals: value });

export const contains = (name: string | undefined) =>
  name === undefined ? undefined : { contains: name, mode: 'insensitive' as const };

/** The order of a list: a column, prefixed with a minus for descending. */
const sortOf = (columns: readonly string[]) => oneOf(columns.flatMap((column) => [column, `-${column}`]));

/** `to` is the page to open after the sign-in: one of the console. */
export const signInSearch = searchOf({ to: (value) => text(value)?.match(/^\/(?!\/).*/s)?.[0] });

/** What an identity provider sends back. */
export const singleSignOnSearch = searchOf({ code: text, state: text, iss: text, error: text });

/** The states of health that a list of nodes can be filtered by: the others need the sample of each node. */
export const listedHealth = healthOrder.filter((state) => state !== 'stale' && state !== 'behind');
const nodeColumns = ['name', 'network', 'clientVersion', 'health', 'height', 'executorName'] as const;

/** `select: all` selects the listed nodes, for an action. */
export const nodesSearch = searchOf({
  name: text,
  select: oneOf(['all']),
  health: oneOf<NodeHealthState>(listedHealth),
  incident: oneOf<AlertCode>(nodeRules),
  network: oneOf(networks),
  executor: text,
  version: text,
  label: (value) => text(value)?.match(/^[^=]+=.*$/s)?.[0],
  sort: sortOf(nodeColumns),
});

export const executorStatuses: readonly ExecutorStatus[] = ['online', 'offline'];
const executorColumns = ['name', 'status', 'version'] as const;

/** In days, as the address has them. */
export const runways = ['7', '14', '30', '90'] as const;

/** `runway`: within how many days the disk is full at the current rate. */
export const executorsSearch = searchOf({
  name: text,
  status: oneOf(executorStatuses),
  runway: (value) => runways.find((days) => days === String(value)),
  sort: sortOf(executorColumns),
});

export const ranges = ['1h', '6h', '24h', '7d', '30d', '90d'] as const;
export type Range = (typeof ranges)[number];
/** Of charts, which show a time range in any case. */
export const defaultRange: Range = '24h';

const instant = (value: unknown): string | undefined =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined;

/** A time range up to now, or from one instant to another. */
const rangeParsers = { range: oneOf<Range>(ranges), from: instant, to: instant };
const rangeSearch = searchOf(rangeParsers);
export type RangeSearch = ReturnType<typeof rangeSearch>;

export const eventLevels: readonly EventLevel[] = ['info', 'warning', 'error'];

/** `find` is part of a message, a kind, or the name of a node or host. */
export const eventsSearch = searchOf({
  find: text,
  level: oneOf(eventLevels),
  node: text,
  executor: text,
  kind: text,
  ...rangeParsers,
});

export const actorTypes: readonly AuditActorType[] = [
  'user',
  'api_key',
  'system_admin',
  'command_line',
  'consumer',
  'anonymous',
];
export const outcomes: readonly AuditOutcome[] = ['succeeded', 'refused'];

/** `find` is part of an action, or of the name of a person or target; `reads` also shows who read logs. */
export const auditSearch = searchOf({
  find: text,
  ...rangeParsers,
  actor: oneOf(actorTypes),
  outcome: oneOf(outcomes),
  reads: oneOf(['shown']),
});

export const alertSeverities: readonly AlertSeverity[] = ['critical', 'warning', 'info'];

/** Open incidents are the default, which the address omits. `name` is part of an affected object's name. */
export const incidentsSearch = searchOf({
  status: oneOf(['closed', 'all']),
  severity: oneOf(alertSeverities),
  name: text,
  ...rangeParsers,
});

export const keyPurposes: readonly ApiKeyPurpose[] = ['executor', 'personal'];

/** `ended` shows expired and revoked keys. */
export const keysSearch = searchOf({ name: text, purpose: oneOf(keyPurposes), ended: oneOf(['shown']) });

/** `channel` is the one whose deliveries are shown. */
export const notificationsSearch = searchOf({ channel: text });

export const organizationsSearch = searchOf({ name: text });

/** `version` is the one whose details are shown. */
export const releasesSearch = searchOf({ channel: text, version: text });

/** `adopt` is the id of the deleted node whose data to reuse. */
export const deploySearch = searchOf({ executor: text, adopt: text, seed: text });
export type DeploySearch = ReturnType<typeof deploySearch>;

const tabs = ['overview', 'monitoring', 'logs', 'activity', 'configuration', 'diagnose', 'settings'] as const;
export type NodeTab = (typeof tabs)[number];

/** Choices for the initial number of log lines; the first one is the default. */
export const tails = [200, 1000, 2000] as const;

/** `table` replaces the charts. The range is omitted if it is the default. */
const historySearch = searchOf({
  ...rangeParsers,
  range: oneOf<Range>(ranges.filter((range) => range !== defaultRange)),
  table: oneOf([true]),
});
export type HistorySearch = ReturnType<typeof historySearch>;

const executorTabs = ['monitoring', 'settings'] as const;
export type ExecutorSearch = { tab?: (typeof executorTabs)[number] } & HistorySearch;

export const executorSearch = (search: Parameters): ExecutorSearch => {
  const tab = oneOf(executorTabs)(search['tab']);
  return tab === undefined ? {} : { tab, ...(tab === 'monitoring' ? historySearch(search) : {}) };
};

/** The parameters of each tab, without defaults. `find` is the search text. */
const ofTab = {
  logs: searchOf({ tail: oneOf<number>(tails.slice(1)), find: text, ...rangeParsers }),
  activity: searchOf({ find: text, ...rangeParsers }),
  monitoring: historySearch,
  diagnose: searchOf({ method: (value) => text(value)?.match(/^[a-z]{1,60}$/)?.[0] }),
};

export type NodeSearch = { tab?: NodeTab } & ReturnType<typeof ofTab.logs> &
  HistorySearch &
  ReturnType<typeof ofTab.diagnose>;

export const nodeSearch = (search: Parameters): NodeSearch => {
  const tab = oneOf(tabs)(search['tab']);
  if (tab === undefined || tab === 'overview') return {};
  return { tab, ...(ofTab as Partial<Record<NodeTab, (search: Parameters) => NodeSearch>>)[tab]?.(search) };
};
