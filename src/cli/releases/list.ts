import type { Command } from 'commander';
import { maxPageSize } from '../../contract/limits.ts';
import { ListReleasesDocument, type ReleaseRowFragment } from '../../contract/operations.generated.ts';
import { Api, type ApiOptions, apiCommand } from '../api.ts';
import { age, print, tableLines } from '../output.ts';
import { wholeNumber } from '../parse.ts';
import { requirePersonalKey } from '../personal-key.ts';

interface ListOptions extends ApiOptions {
  channel?: string;
  last: number;
}

export function register(releases: Command): void {
  apiCommand(releases, 'list', 'list releases, latest first')
    .option('--channel <channel>', 'filter by channel')
    .option('--last <count>', `number of releases, 1 to ${maxPageSize}`, wholeNumber(1, maxPageSize), 100)
    .action(list);
}

async function list(options: ListOptions): Promise<void> {
  const api = new Api(options);
  const where = options.channel === undefined ? null : { channel: { equals: options.channel } };
  const { executorReleases } = await api.call(ListReleasesDocument, { where, take: options.last });
  if (executorReleases.length === 0) await requirePersonalKey(api);
  print(executorReleases, options, () =>
    executorReleases.length === 0 ? ['no matching releases'] : releaseLines(executorReleases),
  );
}

export const releaseLines = (releases: readonly ReleaseRowFragment[], now = Date.now()): string[] =>
  tableLines(
    ['version', 'channel', 'age', 'from', 'for', 'status'],
    releases.map(({ version, channel, createdAt, lowestVersion, artifacts, image, withdrawnAt, withdrawnReason }) => [
      version,
      channel,
      age(createdAt, now),
      lowestVersion ?? 'any',
      [...artifacts.map(({ platform }) => platform), ...(image === null ? [] : ['image'])].join(','),
      withdrawnAt === null ? 'offered' : `withdrawn: ${withdrawnReason}`,
    ]),
  );
