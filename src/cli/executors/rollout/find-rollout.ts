import { ListRolloutsDocument, type RolloutRowFragment } from '../../../contract/operations.generated.ts';
import type { Api } from '../../api.ts';
import { CommandError } from '../../command-error.ts';
import { requirePersonalKey } from '../../personal-key.ts';

/** Returns the given id, else the newest rollout's. Throws CommandError without rollouts. */
export async function newestRolloutId(api: Api, given: string | undefined): Promise<string> {
  if (given !== undefined) return given;
  const { upgradeRollouts } = await api.call(ListRolloutsDocument, { take: 1 });
  const [newest] = upgradeRollouts;
  if (newest !== undefined) return newest.id;
  await requirePersonalKey(api);
  throw new CommandError('no rollouts yet; start one with: satrap hosts rollout start');
}

/** Returns the given id, else the only active rollout's. Throws CommandError. */
export async function rolloutId(api: Api, given: string | undefined): Promise<string> {
  if (given !== undefined) return given;
  const where = { state: { in: ['running', 'paused', 'stopped'] as RolloutRowFragment['state'][] } };
  const { upgradeRollouts } = await api.call(ListRolloutsDocument, { where, take: 2 });
  const [only, ...others] = upgradeRollouts;
  if (only !== undefined && others.length === 0) return only.id;
  if (only === undefined) await requirePersonalKey(api);
  throw new CommandError(
    only === undefined
      ? 'no active rollout; name one from: satrap hosts rollout list'
      : 'several rollouts are active; name one from: satrap hosts rollout list',
  );
}
