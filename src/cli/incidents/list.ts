import type { Command } from 'commander';
import type { IncidentRowFragment } from '../../contract/operations.generated.ts';
import { defineApiCommand, notFound } from '../api.ts';
import { printList } from '../lists.ts';
import { choiceOption, lastOption, option, watchOption } from '../options.ts';
import { age, print } from '../output.ts';

export function register(incidents: Command): void {
  defineApiCommand(incidents, 'list', 'list incidents, the open ones critical first', [
    choiceOption('--status <status>', 'filter by status', ['open', 'closed', 'all']).default('open'),
    lastOption('incidents', 50),
    watchOption,
  ]).action((api, { status, last, ...options }) => {
    const variables = { status: status === 'all' ? null : status, filter: { take: last } };
    return printList(api, options, {
      fetch: async () => (await api.call('ListIncidents', variables)).notificationIncidents.nodes,
      hint: 'no matching incidents',
      lines: (incidents) => incidents.flatMap(incidentLines),
      types: ['incident'],
    });
  });
  defineApiCommand(incidents, 'show <incident>', 'show an incident').action(async (api, options, id) => {
    const { notificationIncident: incident } = await api.call('GetIncident', { id });
    if (incident === null) return notFound(api, `no incident ${id}`, 'satrap incidents list --status all');
    print(incident, options, () => incidentLines(incident));
  });
  defineApiCommand(incidents, 'acknowledge <incident>', 'let others know that you are on it', [
    option('--note <text>', 'note for others'),
  ]).action(async (api, { note, ...options }, id) => {
    const { acknowledgeIncident } = await api.call('AcknowledgeIncident', { id, note });
    print(acknowledgeIncident, options, () => incidentLines(acknowledgeIncident));
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
