import { Command } from 'commander';
import { DeleteExecutorDocument, ListExecutorsDocument } from '../contract/operations.generated.ts';
import { Api, type ApiOptions, withApiOptions } from './api.ts';
import { CommandFault } from './fault.ts';
import { age, tableOf } from './table.ts';

/** `satrap executors …` */
export function executorsCommand(): Command {
  const executors = new Command('executors').description('the Docker hosts of your organization');
  withApiOptions(executors.command('list').description('show all executors')).action(list);
  withApiOptions(
    executors
      .command('delete')
      .description('remove an executor that has no nodes, or that is lost')
      .argument('<executor>'),
  ).action(remove);
  return executors;
}

async function list(options: ApiOptions): Promise<void> {
  const { executors } = await new Api(options).call(ListExecutorsDocument, {});
  if (options.json) return console.log(JSON.stringify(executors, null, 2));
  if (executors.length === 0) return console.log('there are no executors yet; start an agent with: satrap agent run');
  const rows = executors.map(({ name, status, version, lastSeenAt, resources, capabilities, orphans }) => [
    name,
    status,
    version,
    age(lastSeenAt),
    `${resources.cpuCores.total}`,
    `${gibibytes(resources.memoryMiB.free)}/${gibibytes(resources.memoryMiB.total)}`,
    `${gibibytes(resources.diskMiB.free)}/${gibibytes(resources.diskMiB.total)}`,
    capabilities.networks.join(','),
    capabilities.clients.map((client) => client.version).join(','),
    String(orphans.length),
  ]);
  console.log(
    tableOf(
      [
        'name',
        'status',
        'agent',
        'seen',
        'cores',
        'memory GiB free',
        'disk GiB free',
        'networks',
        'versions',
        'orphans',
      ],
      rows,
    ),
  );
}

async function remove(wanted: string, options: ApiOptions): Promise<void> {
  const api = new Api(options);
  const where = { OR: [{ id: { equals: wanted } }, { name: { equals: wanted } }] };
  const { executors } = await api.call(ListExecutorsDocument, { where });
  // A name may look like another executor's id.
  const found = executors.find(({ id }) => id === wanted) ?? executors[0];
  if (found === undefined) throw new CommandFault(`there is no executor ${wanted}; see: satrap executors list`);
  await api.call(DeleteExecutorDocument, { id: found.id });
  console.log(`${found.name} is removed; stop its agent, or it registers itself again`);
}

const gibibytes = (mebibytes: number): string => (mebibytes / 1024).toFixed(1);
