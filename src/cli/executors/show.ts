import type { Command } from 'commander';
import {
  type ExecutorRowFragment,
  GetExecutorDocument,
  type GetExecutorQuery,
  ListExecutorsDocument,
} from '../../contract/operations.generated.ts';
import { defineApiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { daysLeft, growth } from '../disk-text.ts';
import { age, gibibytes, print, tableLines } from '../output.ts';
import { printList } from '../personal-key.ts';
import { statusText } from './cordon.ts';
import { findExecutor, offersNothing } from './find-executor.ts';
import { labelText } from './label.ts';
import { versionText } from './upgrade.ts';

type Shown = NonNullable<GetExecutorQuery['executor']>;

/** `satrap hosts list` and `show` */
export function register(executors: Command): void {
  defineApiCommand(executors, 'list', 'list all hosts', [], async (api, options) => {
    const { executors } = await api.call(ListExecutorsDocument, {});
    await printList(api, executors, options, 'No hosts yet. Add one with: satrap hosts token', executorLines);
  });
  const shown = 'show a host: capacity, allocation, disk forecast';
  defineApiCommand(executors, 'show <host>', shown, [], async (api, options, nameOrId) => {
    const { executor } = await api.call(GetExecutorDocument, { id: (await findExecutor(api, nameOrId)).id });
    if (executor === null) throw new CommandError(`host ${nameOrId} was deleted`);
    const networks = executor.capabilities.networks.join(', ');
    print(executor, options, () => [
      ...executorLines([executor]),
      ...['', `networks: ${networks}`, '', ...detailLines(executor)],
    ]);
  });
}

const columns =
  'name,status,agent,last seen,memory GiB avail,disk GiB avail,disk full in,versions,orphans,labels'.split(',');

/** Formats hosts: the table, then notes on hosts that need attention. */
export const executorLines = (executors: readonly ExecutorRowFragment[], now = Date.now()): string[] => [
  ...tableLines(
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
  ),
  ...executors.flatMap(({ name, recovery }) =>
    recovery === null ? [] : [`${name} runs nodes of another control plane; see: satrap hosts recover --dry-run`],
  ),
  ...executors.flatMap(({ name, capabilities: { clients } }) => (clients.length === 0 ? [offersNothing(name)] : [])),
];

/** Formats a host's capacity, disk and nodes. */
export function detailLines(shown: Pick<Shown, 'room' | 'diskForecast' | 'dataRoots' | 'nodes'>): string[] {
  const { room, diskForecast, dataRoots, nodes } = shown;
  const figure = (value: number | null) => (value === null ? '-' : String(Math.floor(value * 10) / 10));
  const roomRow = (what: string, { total, overcommit, promised, used, free, available }: Shown['room']['diskGiB']) => [
    what,
    ...[total, overcommit, promised, used, free, available].map(figure),
  ];
  return [
    ...tableLines(
      ['resource', 'total', 'overcommit', 'allocated', 'used', 'free', 'available'],
      [roomRow('cores', room.cpuCores), roomRow('memory MiB', room.memoryMiB), roomRow('disk GiB', room.diskGiB)],
    ),
    '',
    forecastLine(diskForecast),
    ...(dataRoots.length === 0 ? [] : ['', ...rootTable(dataRoots)]),
    ...(nodes.length === 0 ? [] : ['', ...nodeGrowth(nodes)]),
  ];
}

function forecastLine(forecast: Shown['diskForecast']): string {
  if (forecast === null) return 'disk: no forecast: the agent cannot read the disk, or has just started';
  const { daysUntilFull, fillsMiBPerDay, since } = forecast;
  if (fillsMiBPerDay === null) return `disk: no forecast yet; it needs six hours of readings (since ${since})`;
  if (daysUntilFull === null) return 'disk: not filling up';
  return `disk: full in ${daysLeft(daysUntilFull)} at the current rate of ${growth(fillsMiBPerDay * 2 ** 20)}`;
}

const rootTable = (dataRoots: Shown['dataRoots']): string[] =>
  tableLines(
    ['data root', 'directory', 'total GiB', 'free GiB'],
    dataRoots.map(({ name, path, totalMiB, freeMiB }) => [
      name,
      path ?? 'the engine’s volumes',
      totalMiB === null ? 'unknown' : gibibytes(totalMiB),
      freeMiB === null ? 'unknown' : gibibytes(freeMiB),
    ]),
  );

const nodeGrowth = (nodes: Shown['nodes']): string[] =>
  tableLines(
    ['node', 'phase', 'disk GiB allocated', 'blocks GiB', 'growth'],
    nodes.map(({ name, status, resources, metrics }) => [
      name,
      status.phase,
      String(resources.diskGiB),
      metrics === null ? '-' : (metrics.sizeOnDiskBytes / 2 ** 30).toFixed(1),
      growth(metrics?.growthBytesPerDay),
    ]),
  );
