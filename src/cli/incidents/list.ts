import type { Command } from 'commander';
import {
  AcknowledgeIncidentDocument,
  type IncidentRowFragment,
  ListIncidentsDocument,
} from '../../contract/operations.generated.ts';
import { defineApiCommand } from '../api.ts';
import { printList } from '../find.ts';
import { choiceOption, lastOption, option } from '../options.ts';
import { age, print } from '../output.ts';

/** `satrap incidents list` and `acknowledge` */
export function register(incidents: Command): void {
  defineApiCommand(incidents, 'list', 'list incidents, the open ones critical first', [
    choiceOption('--status <status>', 'filter by status', ['open', 'closed', 'all']).default('open'),
    lastOption('incidents', 50),
  ]).action(async (api, { status, last, ...options }) => {
    const { notificationIncidents } = await api.call(ListIncidentsDocument, {
      status: status === 'all' ? null : status,
      filter: { take: last },
    });
    await printList(api, notificationIncidents.nodes, options, 'no matching incidents', (incidents) =>
      incidents.flatMap(incidentLines),
    );
  });
  defineApiCommand(incidents, 'acknowledge <id>', 'let others know that you are on it', [
    option('--note <text>', 'note for others'),
  ]).action(async (api, { note, ...options }, id) => {
    const { acknowledgeIncident } = await api.call(AcknowledgeIncidentDocument, { id, note });
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
