import { poll } from '../timing/poll.ts';
import { CommandError } from './command-error.ts';

const timeoutMinutes = 15;

/** Waits until `probe` returns something other than undefined. Throws CommandError after 15 minutes. */
export async function waitFor<T>(probe: () => Promise<T | undefined>): Promise<T> {
  const result = await poll(probe, { withinMs: timeoutMinutes * 60_000, everyMs: 300 });
  if (result === undefined)
    throw new CommandError(`not done within ${timeoutMinutes} minutes; see the state with: satrap nodes list`);
  return result;
}
