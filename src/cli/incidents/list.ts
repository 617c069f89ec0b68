import { type Command, Option } from 'commander';
import { maxPageSize } from '../../contract/limits.ts';
import { type IncidentRowFragment, ListIncidentsDocument } from '../../contract/operations.generated.ts';
import type { AlertStatus } from '../../contract/types.generated.ts';
import { printable } from '../../text/printable.ts';
import { Api, type ApiOptions, apiCommand } from '../api.ts';
import { age, print } from '../output.ts';
import { wholeNumber } from '../parse.ts';
import { requirePersonalKey } from '../personal-key.ts';

interface ListOptions extends ApiOptions {
  status: AlertStatus | 'all';
  last: number;
}

export function register(incidents: Command): void {
  apiCommand(incidents, 'list', 'list incidents, newest first')
    .addOption(new Option('--status <status>', 'filter by status').choices(['open', 'closed', 'all']).default('open'))
    .option('--last <count>', `number of incidents, 1 to ${maxPageSize}`, wholeNumber(1, maxPageSize), 50)
    .action(list);
}

async function list(options: ListOptions): Promise<void> {
  const api = new Api(options);
  const { notificationIncidents } = await api.call(ListIncidentsDocument, {
    status: options.status === 'all' ? null : options.status,
    page: { take: options.last },
  });
  const incidents = notificationIncidents.nodes;
  if (incidents.length === 0) await requirePersonalKey(api);
  print(incidents, options, () =>
    incidents.length === 0 ? ['no matching incidents'] : incidents.flatMap((incident) => incidentLines(incident)),
  );
}

/** Formats an incident: the problem, and the advice while it is open. */
export function incidentLines(incident: IncidentRowFragment, now = Date.now()): string[] {
  const { id, severity, code, status, openedAt, message, advice, acknowledgedAt, note } = incident;
  const lasts =
    status === 'open' ? `for ${age(openedAt, now)}` : `closed ${age(incident.closedAt ?? openedAt, now)} ago`;
  const acknowledged = acknowledgedAt ? [`  acknowledged${note ? `: ${printable(note)}` : ''}`] : [];
  return [
    `${severity.padEnd(8)}  ${code}  ${lasts}  ${id}`,
    `  ${printable(message)}`,
    ...(status === 'open' ? [`  ${printable(advice)}`] : []),
    ...acknowledged,
  ];
}
