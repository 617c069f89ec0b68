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
  apiCommand(
    executors,
    'show <executor>',
    'show one executor: what its host has, what its nodes were promised, and how its disk fills',
  ).action(show);
}

async function show(nameOrId: string, options: ApiOptions): Promise<void> {
  const api = new Api(options);
  const { executor } = await api.call(GetExecutorDocument, { id: (await findExecutor(api, nameOrId)).id });
  if (executor === null) throw new CommandError(`there is no executor ${nameOrId}`);
  print(executor, options, () => [
    ...executorLines([executor]),
    '',
    `networks: ${executor.capabilities.networks.join(', ')}`,
    '',
    ...detailLines(executor),
  ]);
}

/** Returns the room of an executor, its disk and its nodes as lines for people. */
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
      ['resource', 'total', 'overcommit', 'promised', 'used', 'free', 'for one more node'],
      [roomRow('cores', room.cpuCores), roomRow('memory MiB', room.memoryMiB), roomRow('disk GiB', room.diskGiB)],
    ),
    '',
    forecastLine(diskForecast),
    ...(dataRoots.length === 0 ? [] : ['', ...rootTable(dataRoots)]),
    ...(nodes.length === 0 ? [] : ['', ...nodeGrowth(nodes)]),
  ];
}

function forecastLine(forecast: Shown['diskForecast']): string {
  if (forecast === null) return 'disk: no forecast, because its agent does not see it, or reads it for the first time';
  const { daysUntilFull, fillsMiBPerDay, since } = forecast;
  if (fillsMiBPerDay === null) return `disk: no forecast yet; readings since ${since}, and six hours are needed`;
  if (daysUntilFull === null) return 'disk: does not get fuller';
  return `disk: full in ${daysLeft(daysUntilFull)} at the present rate of ${growth(fillsMiBPerDay * 2 ** 20)}`;
}

const rootTable = (dataRoots: Shown['dataRoots']): string[] =>
  tableLines(
    ['data root', 'directory', 'total GiB', 'free GiB'],
    dataRoots.map(({ name, path, totalMiB, freeMiB }) => [
      name,
      path ?? 'the engine’s volumes',
      totalMiB === null ? 'not seen' : gibibytes(totalMiB),
      freeMiB === null ? 'not seen' : gibibytes(freeMiB),
    ]),
  );

const nodeGrowth = (nodes: Shown['nodes']): string[] =>
  tableLines(
    ['node', 'phase', 'disk GiB promised', 'blocks GiB', 'grows'],
    nodes.map(({ name, status, resources, metrics }) => [
      name,
      status.phase,
      String(resources.diskGiB),
      metrics === null ? '-' : (metrics.sizeOnDiskBytes / 2 ** 30).toFixed(1),
      growth(metrics?.growthBytesPerDay),
    ]),
  );
