import type { NodeRolloutRowFragment } from '../../contract/operations.generated.ts';
import { printable } from '../../text/printable.ts';
import type { Api, ApiOptions } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { print } from '../output.ts';
import { waitForChange } from '../wait.ts';

/** An hour and a half for each of 500 nodes, which are changed one after another. */
const waitMinutes = 90 * 500;

export function rolloutLine({ id, summary, state, reason, counts, waitsFor }: NodeRolloutRowFragment): string {
  const [first] = waitsFor;
  const waits = first?.wait ? `; waits for ${first.nodeName}: ${printable(first.wait.message)}` : '';
  const why = reason === null ? waits : `: ${printable(reason)}`;
  return `rollout ${id} (${summary}): ${counts.changed} of ${counts.total} nodes changed, ${state}${why}`;
}

/** Waits until a rollout no longer runs, and reports its progress. Throws CommandError. */
export const untilOver = (api: Api, id: string): Promise<NodeRolloutRowFragment> =>
  waitForChange(
    api,
    ['rollout'],
    async (report) => {
      const { nodeRollout } = await api.call('GetNodeRollout', { id });
      if (nodeRollout === null) throw new CommandError(`rollout ${id} was deleted`, 'not_found');
      const { members: _members, ...rollout } = nodeRollout;
      if (rollout.state !== 'running') return rollout;
      report(rolloutLine(rollout), { progress: rollout.counts.changed / rollout.counts.total });
    },
    waitMinutes,
  );

/** Prints a rollout; with `wait`, after its end. Throws CommandError if it did not finish. */
export async function printRollout(
  api: Api,
  started: NodeRolloutRowFragment,
  { wait, ...options }: ApiOptions & { wait?: boolean | undefined },
): Promise<void> {
  const rollout = wait ? await untilOver(api, started.id) : started;
  print(rollout, options, () => [rolloutLine(rollout)]);
  if (wait && rollout.state !== 'finished') throw unfinished(rollout.id);
}

/** Waits until a rollout is over. Throws CommandError unless it finished. */
export async function requireFinished(api: Api, { id }: NodeRolloutRowFragment): Promise<void> {
  const rollout = await untilOver(api, id);
  console.error(rolloutLine(rollout));
  if (rollout.state !== 'finished') throw unfinished(id);
}

const unfinished = (id: string) =>
  new CommandError(`not finished; for the failed nodes and reasons, see: satrap rollouts show ${id}`);

export const followHint = (id: string): string => `follow it with: satrap rollouts show ${id}`;
