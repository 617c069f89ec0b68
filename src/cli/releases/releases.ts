import type { Command } from 'commander';
import type { ReleaseRowFragment } from '../../contract/operations.generated.ts';
import type { ExecutorReleaseCreateInput } from '../../contract/types.generated.ts';
import { errorMessage } from '../../text/error-message.ts';
import { defineApiCommand, notFound } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { printList } from '../lists.ts';
import { describeArguments, lastOption, option, requiredOption, watchOption, yesOption } from '../options.ts';
import { age, type Line, type OutputOptions, print, table } from '../output.ts';
import { confirm, readText } from '../prompt.ts';

export function register(releases: Command): void {
  defineApiCommand(releases, 'list', 'list releases, latest first', [
    option('--channel <channel>', 'filter by channel'),
    lastOption('releases', 100),
    watchOption,
  ]).action((api, { channel, last, ...options }) => {
    const where = channel === undefined ? null : { channel: { equals: channel } };
    return printList(api, options, {
      fetch: async () => (await api.call('ListReleases', { where, take: last })).executorReleases,
      hint: 'no matching releases',
      lines: releaseLines,
      types: ['release'],
    });
  });
  defineApiCommand(releases, 'show <release>', 'show a release').action(async (api, options, version) => {
    const where = { version: { equals: version } };
    const [found] = (await api.call('ListReleases', { where, take: 1 })).executorReleases;
    show(found ?? (await notFound(api, `no release ${version}`, 'satrap releases list')), options);
  });
  const added = 'add a release to the catalog';
  const create = defineApiCommand(releases, 'create <file>', added).action(async (api, options, file) => {
    const { createExecutorRelease } = await api.call('CreateRelease', { data: readRelease(file) });
    show(createExecutorRelease, options);
  });
  describeArguments(create, { file: 'JSON of an ExecutorReleaseCreateInput' });
  defineApiCommand(releases, 'withdraw <release>', 'block upgrades to a release', [
    requiredOption('--reason <text>', 'reason, shown to others'),
  ]).action(async (api, { reason, ...options }, version) => {
    const change = { version, data: { withdrawnReason: reason } };
    show((await api.call('UpdateRelease', change)).updateExecutorRelease, options);
  });
  const removed = 'remove a release from the catalog';
  defineApiCommand(releases, 'delete <release>', removed, [yesOption]).action(
    async (api, { yes, ...options }, version) => {
      if (!yes) await confirm(`Remove release ${version} from the catalog?`);
      const { deleteExecutorRelease } = await api.call('DeleteRelease', { version });
      print(deleteExecutorRelease, options, () => [`removed ${deleteExecutorRelease.version} from the catalog`]);
    },
  );
}

const show = (release: ReleaseRowFragment, options: OutputOptions): void =>
  print(release, options, () => releaseLines([release]));

/** Reads a release file. The control plane validates its fields. Throws CommandError. */
function readRelease(file: string): ExecutorReleaseCreateInput {
  const text = readText(file);
  try {
    return JSON.parse(text) as ExecutorReleaseCreateInput;
  } catch (error) {
    throw new CommandError(`${file} is not JSON: ${errorMessage(error)}`, 'usage');
  }
}

const releaseLines = (releases: readonly ReleaseRowFragment[]): Line[] =>
  table(releases, {
    version: 'version',
    channel: 'channel',
    age: ({ createdAt }) => age(createdAt),
    from: ({ lowestVersion }) => lowestVersion ?? 'any',
    for: ({ artifacts, image }) =>
      [...artifacts.map(({ platform }) => platform), ...(image ? ['image'] : [])].join(','),
    status: ({ withdrawnAt, withdrawnReason }) => (withdrawnAt === null ? 'offered' : `withdrawn: ${withdrawnReason}`),
  });
