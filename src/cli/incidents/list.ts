import { type Command, InvalidArgumentError } from 'commander';
import { advice } from '../../contract/advice.ts';
import type { IncidentRowFragment } from '../../contract/operations.generated.ts';
import type { AlertCode } from '../../contract/types.generated.ts';
import { nearestOf } from '../../text/nearest.ts';
import { defineApiCommand, findExecutor, findNode, notFound } from '../api.ts';
import { printList } from '../lists.ts';
import { choiceOption, hostOption, lastOption, option, sinceOption, untilOption, watchOption } from '../options.ts';
import { age, print } from '../output.ts';

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
    option('--code <code>', 'only of this rule, such as disk_low', code),
    option('--node <name>', 'only of this node'),
    hostOption,
    choiceOption('--acknowledged <yes|no>', 'only acknowledged ones, or only others', ['yes', 'no']),
    sinceOption,
    untilOption,
    lastOption('incidents', 50),
    watchOption,
  ]).action(
    async (api, { status, last, severity, code, node, host, acknowledged, since: from, until: to, ...options }) => {
      const filter = {
        ...{ take: last, from, to },
        severity: severity && [severity],
        code: code && [code],
        nodeId: node === undefined ? undefined : (await findNode(api, node)).id,
        executorId: host === undefined ? undefined : (await findExecutor(api, host)).id,
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
  defineApiCommand(incidents, 'acknowledge <incident>', 'let others know that you are on it', [
    option('--note <text>', 'note for others'),
  ]).action(async (api, { note, ...options }, id) => {
    const { incident } = (await api.call('AcknowledgeIncident', { id, note })).acknowledgeIncident;
    print(incident, options, () => incidentLines(incident));
  });
}

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
