import { GetRolloutDocument, type RolloutRowFragment } from '../../../contract/operations.generated.ts';
import { printable } from '../../../text/printable.ts';
import type { Api, ApiOptions } from '../../api.ts';
import { CommandError } from '../../command-error.ts';
import { print } from '../../output.ts';
import { waitForChange } from '../../wait.ts';

export const waitOption = ['--wait', 'wait for the end; exit with 1 if a host failed'] as const;

/** Half an hour for each of up to a thousand groups. */
const waitMinutes = 30 * 1000;

/** Prints a rollout; with `wait`, after its end. Throws CommandError if it did not finish. */
export async function printChanged(
  api: Api,
  changed: RolloutRowFragment,
  { wait, ...options }: ApiOptions & { wait?: boolean },
): Promise<void> {
  const rollout = wait ? await untilOver(api, changed.id) : changed;
  print(rollout, options, () => [rolloutLine(rollout)]);
  if (wait && rollout.state !== 'finished')
    throw new CommandError(
      `not finished; for the failed hosts and reasons, see: satrap hosts rollout show ${rollout.id}`,
    );
}

const untilOver = (api: Api, id: string): Promise<RolloutRowFragment> =>
  waitForChange(
    api,
    ['rollout'],
    async () => {
      const { upgradeRollout } = await api.call(GetRolloutDocument, { id });
      if (upgradeRollout === null) throw new CommandError(`rollout ${id} was deleted`);
      const { members: _members, ...rollout } = upgradeRollout;
      return rollout.state === 'running' ? undefined : rollout;
    },
    waitMinutes,
  );

/** Formats a rollout as a line. */
function rolloutLine({ id, targetVersion, state, reason, counts }: RolloutRowFragment): string {
  const { upgraded, total } = counts;
  const why = reason === null ? '' : `: ${printable(reason)}`;
  return `rollout ${id}: ${upgraded} of ${total} hosts upgraded to ${targetVersion}, ${state}${why}`;
}
