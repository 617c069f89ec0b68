import { type Command, InvalidArgumentError } from 'commander';
import { advice } from '../../contract/advice.ts';
import { maxPageSize } from '../../contract/limits.ts';
import type { IncidentRowFragment } from '../../contract/operations.generated.ts';
import type { AlertCode, AlertIncidentFilterInput } from '../../contract/types.generated.ts';
import { nearestOf } from '../../text/nearest.ts';
import { type Api, defineApiCommand, findExecutor, findNode, notFound } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { printList } from '../lists.ts';
import {
  choiceOption,
  hostOption,
  lastOption,
  option,
  searchOption,
  sinceOption,
  untilOption,
  watchOption,
} from '../options.ts';
import { age, print } from '../output.ts';
import { cursorPages } from '../resource.ts';

const severities = ['info', 'warning', 'critical'] as const;

/** Throws InvalidArgumentError. */
function code(text: string): AlertCode {
  const known = Object.keys(advice) as AlertCode[];
  const found = known.find((each) => each === text);
  if (found !== undefined) return found;
  const near = nearestOf(known)(text);
  throw new InvalidArgumentError(near === undefined ? `Codes: ${known.join(', ')}.` : `Did you mean ${near}?`);
}

export function register(incidents: Command): void {
  defineApiCommand(incidents, 'list', 'list incidents, the open ones critical first', [
    choiceOption('--status <status>', 'filter by status', ['open', 'closed', 'all']).default('open'),
    choiceOption('--severity <severity>', 'only of this severity', severities),
    searchOption,
    option('--code <code>', 'only of this rule, such as disk_low', code),
    option('--node <name>', 'only of this node'),
    hostOption,
    choiceOption('--acknowledged <yes|no>', 'only acknowledged ones, or only others', ['yes', 'no']),
    sinceOption,
    untilOption,
    lastOption('incidents', 50),
    watchOption,
  ]).action(
    async (api, { status, last, severity, search, code, node, host, acknowledged, since, until, ...options }) => {
      const filter = {
        ...{ take: last, search, from: since, to: until },
        severity: severity && [severity],
        code: code && [code],
        ...(await objectsOf(api, { node, host })),
        acknowledged: acknowledged === undefined ? undefined : acknowledged === 'yes',
      };
      const variables = { status: status === 'all' ? null : status, filter };
      return printList(api, options, {
        fetch: async () => (await api.call('ListIncidents', variables)).notificationIncidents.nodes,
        hint: 'no matching incidents',
        lines: (incidents) => incidents.flatMap(incidentLines),
        types: ['incident'],
      });
    },
  );
  defineApiCommand(incidents, 'show <incident>', 'show an incident').action(async (api, options, id) => {
    const { notificationIncident: incident } = await api.call('GetIncident', { id });
    if (incident === null) return notFound(api, `no incident ${id}`, 'satrap incidents list --status all');
    print(incident, options, () => incidentLines(incident));
  });
  defineApiCommand(incidents, 'acknowledge [incidents...]', 'let others know that you are on it', [
    option('--note <text>', 'note for others'),
    option('--code <code>', 'all open ones of this rule, such as client_end_of_life', code),
    option('--node <name>', 'all open ones of this node'),
    hostOption,
  ]).action(async (api, { note, code, node, host, ...options }, ids) => {
    const isFiltered = [code, node, host].some((value) => value !== undefined);
    if (isFiltered === ids.length > 0)
      throw new CommandError('name incidents, or choose them with --code, --node or --host', 'usage');
    const [id, ...others] = ids;
    // One that is named gets the note, also if somebody acknowledged it before.
    if (id !== undefined && others.length === 0) {
      const { incident } = (await api.call('AcknowledgeIncident', { id, note })).acknowledgeIncident;
      return print(incident, options, () => incidentLines(incident));
    }
    const filter = { ...(await objectsOf(api, { node, host })), code: code && [code], acknowledged: false };
    const acknowledged: IncidentRowFragment[] = [];
    for await (const chosen of isFiltered ? openIncidents(api, filter) : [ids])
      if (chosen.length > 0) acknowledged.push(...(await acknowledge(api, chosen, note)));
    print(acknowledged, options, () =>
      acknowledged.length === 0 ? ['no matching incidents'] : acknowledged.flatMap(incidentLines),
    );
  });
}

/** Returns the ids of a node and a host that a filter names. Throws CommandError. */
const objectsOf = async (api: Api, { node, host }: { node: string | undefined; host: string | undefined }) => ({
  nodeId: node === undefined ? undefined : (await findNode(api, node)).id,
  executorId: host === undefined ? undefined : (await findExecutor(api, host)).id,
});

/** Yields the ids of the open incidents that match, a page at a time: as many as one call acknowledges. */
export async function* openIncidents(api: Api, filter: AlertIncidentFilterInput): AsyncGenerator<string[]> {
  const pages = cursorPages(async (cursor) => {
    const variables = { status: 'open' as const, filter: { ...filter, take: maxPageSize, cursor } };
    return (await api.call('ListIncidents', variables)).notificationIncidents;
  });
  for await (const page of pages) yield page.map(({ id }) => id);
}

const acknowledge = async (api: Api, ids: string[], note: string | undefined) =>
  (await api.call('AcknowledgeIncidents', { ids, note })).acknowledgeIncidents.incidents;

function incidentLines(incident: IncidentRowFragment): string[] {
  const { id, severity, code, status, openedAt, closedAt, message, advice, acknowledgedAt, note } = incident;
  const isOpen = status === 'open';
  return [
    `${severity.padEnd(8)}  ${code}  ${isOpen ? `for ${age(openedAt)}` : `closed ${age(closedAt ?? openedAt)} ago`}  ${id}`,
    `  ${message}`,
    ...(isOpen ? [`  ${advice}`] : []),
    ...(acknowledgedAt ? [`  acknowledged${note ? `: ${note}` : ''}`] : []),
  ];
}
