import { GetNodeDocument, type GetNodeQuery } from '../../contract/operations.generated.ts';
import { printable } from '../../text/printable.ts';
import type { Api } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { chainWorkMinutes, waitForChange } from '../wait.ts';

type ShownNode = NonNullable<GetNodeQuery['node']>;

interface ChainWork {
  /** Of the node. */
  id: string;
  name: string;
  workOf(node: ShownNode):
    | (Pick<NonNullable<ShownNode['move'] | ShownNode['reindex']>, 'endedAt' | 'reason'> & {
        state: string;
      })
    | null;
  /** What to say, before the reason, where it failed. */
  failure: string;
}

/** Waits until what was asked of a node's chain data has ended. Throws CommandError where it failed, or the node is gone. */
export async function untilChainWorkEnded(api: Api, { id, name, workOf, failure }: ChainWork): Promise<void> {
  await waitForChange(
    api,
    ['node'],
    async () => {
      const { node } = await api.call(GetNodeDocument, { id });
      if (node === null) throw new CommandError(`${name} has been deleted`);
      const work = workOf(node);
      if (work?.state === 'failed')
        throw new CommandError(`${failure}: ${printable(work.reason ?? 'no reason given')}`);
      return work?.endedAt ? true : undefined;
    },
    chainWorkMinutes,
  );
}
