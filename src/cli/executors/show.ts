import type { Command } from 'commander';
import { GetExecutorDocument, type GetExecutorQuery } from '../../contract/operations.generated.ts';
import { Api, type ApiOptions, apiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { daysLeft, growth } from '../disk-text.ts';
import { gibibytes, print, tableLines } from '../output.ts';
import { findExecutor } from './find-executor.ts';
import { executorLines } from './list.ts';

type Shown = NonNullable<GetExecutorQuery['executor']>;

export function register(executors: Command): void {
  apiCommand(executors, 'show <host>', 'show a host: capacity, allocation, disk forecast').action(show);
}

async function show(nameOrId: string, options: ApiOptions): Promise<void> {
  const api = new Api(options);
  const { executor } = await api.call(GetExecutorDocument, { id: (await findExecutor(api, nameOrId)).id });
  if (executor === null) throw new CommandError(`host ${nameOrId} was deleted`);
  print(executor, options, () => [
    ...executorLines([executor]),
    '',
    `networks: ${executor.capabilities.networks.join(', ')}`,
    '',
    ...detailLines(executor),
  ]);
}

/** Formats a host's capacity, disk and nodes. */
export function detailLines({
  room,
  diskForecast,
  dataRoots,
  nodes,
}: Pick<Shown, 'room' | 'diskForecast' | 'dataRoots' | 'nodes'>): string[] {
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
