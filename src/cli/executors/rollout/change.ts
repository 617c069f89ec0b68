import type { Command } from 'commander';
import {
  CancelRolloutDocument,
  GetRolloutDocument,
  ListRolloutsDocument,
  PauseRolloutDocument,
  ResumeRolloutDocument,
  type RolloutRowFragment,
} from '../../../contract/operations.generated.ts';
import { type Api, type ApiOptions, defineApiCommand } from '../../api.ts';
import { CommandError } from '../../command-error.ts';
import { describeArguments } from '../../define-command.ts';
import { option } from '../../options.ts';
import { print } from '../../output.ts';
import { notFound } from '../../personal-key.ts';
import { waitForChange } from '../../wait.ts';

export const waitOption = option('--wait', 'wait for the end; exit with 1 if a host failed');

/** Half an hour for each of up to a thousand groups. */
const waitMinutes = 30 * 1000;

/** `satrap hosts rollout pause`, `resume` and `cancel` */
export function register(rollout: Command): void {
  const commands = [
    defineApiCommand(rollout, 'pause [rollout]', 'pause before the next group', [], async (api, options, given) => {
      const { pauseUpgradeRollout } = await api.call(PauseRolloutDocument, { id: given ?? (await activeId(api)) });
      await printChanged(api, pauseUpgradeRollout, options);
    }),
    defineApiCommand(
      rollout,
      'resume [rollout]',
      'continue after a pause or stop, retrying failed hosts',
      [option('--skip-failed', 'skip failed hosts'), waitOption],
      async (api, { skipFailed = false, ...options }, given) => {
        const id = given ?? (await activeId(api));
        const { resumeUpgradeRollout } = await api.call(ResumeRolloutDocument, { id, skipFailed });
        await printChanged(api, resumeUpgradeRollout, options);
      },
    ),
    defineApiCommand(
      rollout,
      'cancel [rollout]',
      'start no more groups; upgrades in progress finish',
      [],
      async (api, options, given) => {
        const { cancelUpgradeRollout } = await api.call(CancelRolloutDocument, { id: given ?? (await activeId(api)) });
        await printChanged(api, cancelUpgradeRollout, options);
      },
    ),
  ];
  for (const command of commands) describeArguments(command, { rollout: 'rollout id (default: the active one)' });
}

/** Returns the id of the only active rollout. Throws CommandError. */
async function activeId(api: Api): Promise<string> {
  const where = { state: { in: ['running', 'paused', 'stopped'] as RolloutRowFragment['state'][] } };
  const { upgradeRollouts } = await api.call(ListRolloutsDocument, { where, take: 2 });
  const [only, ...others] = upgradeRollouts;
  if (only === undefined) return notFound(api, 'no active rollout; name one from: satrap hosts rollout list');
  if (others.length === 0) return only.id;
  throw new CommandError('several rollouts are active; name one from: satrap hosts rollout list');
}

/** Prints a rollout; with `wait`, after its end. Throws CommandError if it did not finish. */
export async function printChanged(
  api: Api,
  changed: RolloutRowFragment,
  { wait, ...options }: ApiOptions & { wait?: boolean },
): Promise<void> {
  const rollout = wait ? await untilOver(api, changed.id) : changed;
  const { id, targetVersion, state, reason, counts } = rollout;
  const why = reason === null ? '' : `: ${reason}`;
  print(rollout, options, () => [
    `rollout ${id}: ${counts.upgraded} of ${counts.total} hosts upgraded to ${targetVersion}, ${state}${why}`,
  ]);
  if (wait && state !== 'finished')
    throw new CommandError(`not finished; for the failed hosts and reasons, see: satrap hosts rollout show ${id}`);
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
