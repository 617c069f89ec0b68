import type { Command } from 'commander';
import { type ExecutorRowFragment, ListExecutorsDocument } from '../../contract/operations.generated.ts';
import { Api, type ApiOptions, withApiOptions } from '../api.ts';
import { age, gibibytes, print, tableLines } from '../output.ts';

/** `satrap executors list` */
export function addListCommand(executors: Command): void {
  withApiOptions(executors.command('list').description('show all executors')).action(list);
}

async function list(options: ApiOptions): Promise<void> {
  const { executors } = await new Api(options).call(ListExecutorsDocument, {});
  print(executors, options, () =>
    executors.length === 0
      ? ['there are no executors yet; start an agent with: satrap agent run']
      : executorTable(executors),
  );
}

const columns = [
  ...['name', 'status', 'agent', 'seen', 'cores', 'memory GiB free', 'disk GiB free'],
  ...['networks', 'versions', 'orphans'],
];

/** Returns executors as the lines of a table, a row each. */
export const executorTable = (executors: readonly ExecutorRowFragment[], now = Date.now()): string[] =>
  tableLines(
    columns,
    executors.map(({ name, status, version, lastSeenAt, resources, capabilities, orphans }) => [
      name,
      status,
      version,
      age(lastSeenAt, now),
      String(resources.cpuCores.total),
      `${gibibytes(resources.memoryMiB.free)}/${gibibytes(resources.memoryMiB.total)}`,
      `${gibibytes(resources.diskMiB.free)}/${gibibytes(resources.diskMiB.total)}`,
      capabilities.networks.join(','),
      capabilities.clients.map((client) => client.version).join(','),
      String(orphans.length),
    ]),
  );
