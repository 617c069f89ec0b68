import { GetRolloutDocument, type RolloutRowFragment } from '../../../contract/operations.generated.ts';
import { printable } from '../../../text/printable.ts';
import type { Api, ApiOptions } from '../../api.ts';
import { CommandError } from '../../command-error.ts';
import { print } from '../../output.ts';
import { waitForChange } from '../../wait.ts';

export const waitOption = ['--wait', 'wait until it has finished; exit with 1 where it does not'] as const;

/** Each group has half an hour, and there are up to a thousand of them. */
const waitMinutes = 30 * 1000;

/** Prints what became of a rollout; with `wait`, once nobody is asked any more. Throws CommandError where it has not finished then. */
export async function printChanged(
  api: Api,
  changed: RolloutRowFragment,
  { wait, ...options }: ApiOptions & { wait?: boolean },
): Promise<void> {
  const rollout = wait ? await untilOver(api, changed.id) : changed;
  print(rollout, options, () => [rolloutLine(rollout)]);
  if (wait && rollout.state !== 'finished')
    throw new CommandError(`see which executors, and why: satrap executors rollout show ${rollout.id}`);
}

const untilOver = (api: Api, id: string): Promise<RolloutRowFragment> =>
  waitForChange(
    api,
    ['rollout'],
    async () => {
      const { upgradeRollout } = await api.call(GetRolloutDocument, { id });
      if (upgradeRollout === null) throw new CommandError(`there is no rollout ${id} any more`);
      const { members: _members, ...rollout } = upgradeRollout;
      return rollout.state === 'running' ? undefined : rollout;
    },
    waitMinutes,
  );

/** Returns a rollout as a line for people. */
function rolloutLine({ id, targetVersion, state, reason, counts }: RolloutRowFragment): string {
  const { upgraded, total } = counts;
  const why = reason === null ? '' : `: ${printable(reason)}`;
  return `rollout ${id}: ${upgraded} of ${total} have version ${targetVersion}, ${state}${why}`;
}
