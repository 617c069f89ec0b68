import type { Command } from 'commander';
import { maxPageSize } from '../../../contract/limits.ts';
import { ListRolloutsDocument, type RolloutRowFragment } from '../../../contract/operations.generated.ts';
import { Api, type ApiOptions, apiCommand } from '../../api.ts';
import { age, print, tableLines } from '../../output.ts';
import { wholeNumber } from '../../parse.ts';
import { requirePersonalKey } from '../../personal-key.ts';

export function register(rollout: Command): void {
  apiCommand(rollout, 'list', 'list rollouts, newest first')
    .option('--last <count>', `number of rollouts, 1 to ${maxPageSize}`, wholeNumber(1, maxPageSize), 20)
    .action(list);
}

async function list(options: ApiOptions & { last: number }): Promise<void> {
  const api = new Api(options);
  const { upgradeRollouts } = await api.call(ListRolloutsDocument, { take: options.last });
  if (upgradeRollouts.length === 0) await requirePersonalKey(api);
  print(upgradeRollouts, options, () =>
    upgradeRollouts.length === 0
      ? ['no rollouts yet; start one with: satrap hosts rollout start']
      : rolloutTable(upgradeRollouts),
  );
}

const columns = ['id', 'version', 'state', 'age', 'by', 'upgraded', 'in progress', 'failed', 'waiting', 'skipped'];

export const rolloutTable = (rollouts: readonly RolloutRowFragment[], now = Date.now()): string[] =>
  tableLines(
    columns,
    rollouts.map(({ id, targetVersion, state, requestedAt, requestedBy, counts }) => [
      ...[id, targetVersion, state, age(requestedAt, now), requestedBy, `${counts.upgraded}/${counts.total}`],
      ...[counts.underWay, counts.failed, counts.waiting, counts.skipped].map(String),
    ]),
  );
