import type { Command } from 'commander';
import { marked, warningLines } from '../../contract/lifecycle-words.ts';
import type { ExecutorRowFragment, GetExecutorQuery } from '../../contract/operations.generated.ts';
import { defineApiCommand, findExecutor, offersNothing } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { hostFilters, hostWhere } from '../filters.ts';
import { labelText } from '../labels.ts';
import { printList } from '../lists.ts';
import { watchOption } from '../options.ts';
import { age, daysLeft, gibibytes, growth, type Line, print, table, tableLines } from '../output.ts';
import { statusText } from './scheduling.ts';
import { versionText } from './upgrades.ts';

type Shown = NonNullable<GetExecutorQuery['executor']>;

export function register(executors: Command): void {
  defineApiCommand(executors, 'list', 'list hosts', [...hostFilters, watchOption]).action((api, options) => {
    const where = hostWhere(options);
    return printList(api, options, {
      fetch: async () => (await api.call('ListExecutors', { where })).executors,
      hint: where === undefined ? 'No hosts yet. Add one with: satrap tokens create' : 'no matching hosts',
      lines: executorLines,
      types: ['executor', 'node'],
    });
  });
  const shown = 'show a host: capacity, allocation, disk forecast';
  defineApiCommand(executors, 'show <host>', shown).action(async (api, options, nameOrId) => {
    const { executor } = await api.call('GetExecutor', { id: (await findExecutor(api, nameOrId)).id });
    if (executor === null) throw new CommandError(`host ${nameOrId} was deleted`, 'not_found');
    const networks = executor.capabilities.networks.join(', ');
    print(executor, options, () => [
      ...executorLines([executor]),
      '',
      `networks: ${networks}`,
      '',
      ...detailLines(executor),
    ]);
  });
}

export const executorLines = (executors: readonly ExecutorRowFragment[], now = Date.now()): Line[] => [
  ...table(
    executors,
    {
      name: 'name',
      status: statusText,
      agent: versionText,
      'last seen': ({ lastSeenAt }) => age(lastSeenAt, now),
      'memory GiB avail': ({ room }) => (room.memoryMiB.available === null ? '-' : gibibytes(room.memoryMiB.available)),
      'disk GiB avail': ({ room }) => room.diskGiB.available?.toFixed(1) ?? '-',
      'disk full in': ({ diskForecast }) => daysLeft(diskForecast?.daysUntilFull ?? null),
      versions: ({ capabilities }) =>
        capabilities.clients.map(({ version, lifecycle }) => marked(version, lifecycle)).join(',') || 'none',
      orphans: ({ orphans }) => String(orphans.length),
      labels: ({ labels }) => labelText(labels) || '-',
    },
    ['labels', 'orphans', 'versions', 'last seen', 'agent'],
  ),
  ...warningLines(
    executors.flatMap(({ capabilities: { clients } }) =>
      clients.map(({ version, lifecycle, ...each }) => ({
        ...each,
        clientVersion: version,
        clientLifecycle: lifecycle,
      })),
    ),
  ),
  ...executors.flatMap(({ name, recovery }) =>
    recovery === null ? [] : [`${name} runs nodes of another control plane; see: satrap hosts recover --dry-run`],
  ),
  ...executors.flatMap(({ name, capabilities: { clients } }) => (clients.length === 0 ? [offersNothing(name)] : [])),
];

export function detailLines(shown: Pick<Shown, 'room' | 'diskForecast' | 'dataRoots' | 'nodes'>): Line[] {
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
  const { daysUntilFull, fillsGiBPerDay, since } = forecast;
  if (fillsGiBPerDay === null) return `disk: no forecast yet; it needs six hours of readings (since ${since})`;
  if (daysUntilFull === null) return 'disk: not filling up';
  return `disk: full in ${daysLeft(daysUntilFull)} at the current rate of ${growth(fillsGiBPerDay * 1024 ** 3)}`;
}

const rootTable = (dataRoots: Shown['dataRoots']): Line[] =>
  table(dataRoots, {
    'data root': 'name',
    directory: ({ path }) => path ?? 'the engine’s volumes',
    'total GiB': ({ totalGiB }) => (totalGiB === null ? 'unknown' : totalGiB.toFixed(1)),
    'free GiB': ({ freeGiB }) => (freeGiB === null ? 'unknown' : freeGiB.toFixed(1)),
  });

const nodeGrowth = (nodes: Shown['nodes']): Line[] =>
  table(nodes, {
    node: 'name',
    phase: ({ status }) => status.phase,
    'disk GiB allocated': ({ resources }) => String(resources.diskGiB),
    'blocks GiB': ({ metrics }) => (metrics === null ? '-' : (metrics.sizeOnDiskBytes / 2 ** 30).toFixed(1)),
    growth: ({ metrics }) => growth(metrics?.growthBytesPerDay),
  });
