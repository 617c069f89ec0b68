import type { Command } from 'commander';
import { AcknowledgeIncidentDocument } from '../../contract/operations.generated.ts';
import { Api, type ApiOptions, withApiOptions } from '../api.ts';
import { print } from '../output.ts';
import { incidentLines } from './list.ts';

interface AcknowledgeOptions extends ApiOptions {
  note?: string;
}

/** `satrap incidents acknowledge` */
export function register(incidents: Command): void {
  withApiOptions(
    incidents.command('acknowledge').description('note that you take care of an incident').argument('<id>'),
  )
    .option('--note <text>', 'what you know or plan')
    .action(acknowledge);
}

async function acknowledge(id: string, options: AcknowledgeOptions): Promise<void> {
  const api = new Api(options);
  const { acknowledgeIncident } = await api.call(AcknowledgeIncidentDocument, { id, note: options.note ?? null });
  print(acknowledgeIncident, options, () => incidentLines(acknowledgeIncident));
}
