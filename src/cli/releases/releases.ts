import type { Command } from 'commander';
import type { ReleaseRowFragment } from '../../contract/operations.generated.ts';
import type { ExecutorReleaseCreateInput } from '../../contract/types.generated.ts';
import { errorMessage } from '../../text/error-message.ts';
import { defineApiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { printList } from '../lists.ts';
import { describeArguments, lastOption, option, requiredOption, watchOption } from '../options.ts';
import { age, type OutputOptions, print, table } from '../output.ts';
import { readText } from '../prompt.ts';
import { defineEach, defineShow, type Resource } from '../resource.ts';

const releases: Resource<ReleaseRowFragment> = {
  noun: 'release',
  fetch: async (api, page) => (await api.call('ListReleases', page)).executorReleases,
  namesOf: ({ version }) => [version],
  columns: {
    version: 'version',
    channel: 'channel',
    age: ({ createdAt }) => age(createdAt),
    from: ({ lowestVersion }) => lowestVersion ?? 'any',
    for: ({ artifacts, image }) =>
      [...artifacts.map(({ platform }) => platform), ...(image ? ['image'] : [])].join(','),
    status: ({ withdrawnAt, withdrawnReason }) => (withdrawnAt === null ? 'offered' : `withdrawn: ${withdrawnReason}`),
  },
};

export function register(group: Command): void {
  defineApiCommand(group, 'list', 'list releases, latest first', [
    option('--channel <channel>', 'filter by channel'),
    lastOption('releases', 100),
    watchOption,
  ]).action((api, { channel, last, ...options }) => {
    const where = channel === undefined ? null : { channel: { equals: channel } };
    return printList(api, options, {
      fetch: async () => (await api.call('ListReleases', { where, take: last })).executorReleases,
      hint: 'no matching releases',
      lines: (shown) => table(shown, releases.columns),
      types: ['release'],
    });
  });
  defineShow(group, releases, 'show a release');
  const added = 'add a release to the catalog';
  const create = defineApiCommand(group, 'create <file>', added).action(async (api, options, file) => {
    const { release } = (await api.call('CreateRelease', { data: readRelease(file) })).createExecutorRelease;
    show(release, options);
  });
  describeArguments(create, { file: 'JSON of an ExecutorReleaseCreateInput' });
  defineApiCommand(group, 'withdraw <release>', 'block upgrades to a release', [
    requiredOption('--reason <text>', 'reason, shown to others'),
  ]).action(async (api, { reason, ...options }, version) => {
    const change = { version, data: { withdrawnReason: reason } };
    show((await api.call('UpdateRelease', change)).updateExecutorRelease.release, options);
  });
  defineEach(group, 'delete', releases, {
    description: 'remove a release from the catalog',
    question: 'Remove',
    act: async (api, { version }) => (await api.call('DeleteRelease', { version })).deleteExecutorRelease.release,
    done: ({ version }) => `removed ${version} from the catalog`,
  });
}

const show = (release: ReleaseRowFragment, options: OutputOptions): void =>
  print(release, options, () => table([release], releases.columns));

/** Reads a release file. The control plane validates its fields. Throws CommandError. */
function readRelease(file: string): ExecutorReleaseCreateInput {
  const text = readText(file);
  try {
    return JSON.parse(text) as ExecutorReleaseCreateInput;
  } catch (error) {
    throw new CommandError(`${file} is not JSON: ${errorMessage(error)}`, 'usage');
  }
}
