import type { Command } from 'commander';
import { AcknowledgeIncidentDocument } from '../../contract/operations.generated.ts';
import { Api, type ApiOptions, apiCommand } from '../api.ts';
import { print } from '../output.ts';
import { incidentLines } from './list.ts';

interface AcknowledgeOptions extends ApiOptions {
  note?: string;
}

export function register(incidents: Command): void {
  apiCommand(incidents, 'acknowledge <id>', 'let others know that you are on it')
    .option('--note <text>', 'note for others')
    .action(acknowledge);
}

async function acknowledge(id: string, options: AcknowledgeOptions): Promise<void> {
  const api = new Api(options);
  const { acknowledgeIncident } = await api.call(AcknowledgeIncidentDocument, { id, note: options.note ?? null });
  print(acknowledgeIncident, options, () => incidentLines(acknowledgeIncident));
}
