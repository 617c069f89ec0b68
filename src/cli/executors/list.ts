import type { Command } from 'commander';
import { type ExecutorRowFragment, ListExecutorsDocument } from '../../contract/operations.generated.ts';
import { Api, type ApiOptions, apiCommand } from '../api.ts';
import { daysLeft } from '../disk-text.ts';
import { age, gibibytes, print, tableLines } from '../output.ts';
import { requirePersonalKey } from '../personal-key.ts';
import { statusText } from './cordon.ts';
import { labelText } from './label.ts';
import { offersNothing } from './offers-nothing.ts';
import { versionText } from './upgrade.ts';

export function register(executors: Command): void {
  apiCommand(executors, 'list', 'list all hosts').action(list);
}

async function list(options: ApiOptions): Promise<void> {
  const api = new Api(options);
  const { executors } = await api.call(ListExecutorsDocument, {});
  if (executors.length === 0) await requirePersonalKey(api);
  print(executors, options, () =>
    executors.length === 0 ? ['No hosts yet. Add one with: satrap hosts token'] : executorLines(executors),
  );
}

const columns = [
  ...[
    'name',
    'status',
    'agent',
    'last seen',
    'memory GiB avail',
    'disk GiB avail',
    'disk full in',
    'versions',
    'orphans',
  ],
  'labels',
];

/** Formats hosts: the table, then notes on hosts that need attention. */
export const executorLines = (executors: readonly ExecutorRowFragment[], now = Date.now()): string[] => [
  ...executorTable(executors, now),
  ...executors.flatMap(({ name, recovery }) =>
    recovery === null ? [] : [`${name} runs nodes of another control plane; see: satrap hosts recover --dry-run`],
  ),
  ...executors.flatMap(({ name, capabilities: { clients } }) => (clients.length === 0 ? [offersNothing(name)] : [])),
];

const executorTable = (executors: readonly ExecutorRowFragment[], now: number): string[] =>
  tableLines(
    columns,
    executors.map(({ name, lastSeenAt, room, diskForecast, labels, capabilities, orphans, ...executor }) => [
      name,
      statusText(executor),
      versionText(executor),
      age(lastSeenAt, now),
      room.memoryMiB.available === null ? '-' : gibibytes(room.memoryMiB.available),
      room.diskGiB.available === null ? '-' : room.diskGiB.available.toFixed(1),
      daysLeft(diskForecast?.daysUntilFull ?? null),
      capabilities.clients.map((client) => client.version).join(',') || 'none',
      String(orphans.length),
      labelText(labels) || '-',
    ]),
  );
