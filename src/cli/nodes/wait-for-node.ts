import { GetNodeDocument, type NodeRowFragment } from '../../contract/operations.generated.ts';
import { isAnswering } from '../../contract/phases.ts';
import { printable } from '../../text/printable.ts';
import type { Api } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { type OutputOptions, print } from '../output.ts';
import { waitForChange } from '../wait.ts';

export interface WaitOptions {
  wait?: boolean;
}

/** Prints the outcome of a request: after completion with `--wait`, else immediately. */
export async function printOutcome(
  api: Api,
  requested: NodeRowFragment,
  options: OutputOptions & WaitOptions,
  isDone: (node: NodeRowFragment) => boolean,
): Promise<void> {
  const node = options.wait ? await waitForNode(api, requested, isDone) : requested;
  print(node, options, () => [
    `${node.name} (${node.id}): desired state ${node.desiredState}, currently ${node.status.phase}`,
    ...(node.waitsFor === null ? [] : [`waiting: ${printable(node.waitsFor)}`]),
  ]);
}

/** Waits until a node is as requested. Throws CommandError if it starts failing or is deleted. */
const waitForNode = (api: Api, requested: NodeRowFragment, isDone: (node: NodeRowFragment) => boolean) =>
  waitForChange(api, ['node', 'executor'], async () => {
    const { node } = await api.call(GetNodeDocument, { id: requested.id });
    if (node === null) throw new CommandError(`${requested.name} was deleted`);
    // A node that was already failing may not have received the request yet.
    const isOldFailure = requested.status.phase === 'failing' && node.status.since === requested.status.since;
    if (node.status.phase === 'failing' && !isOldFailure)
      throw new CommandError(`${node.name} is failing: ${printable(node.status.reason ?? 'no reason given')}`);
    const { takenBack } = node;
    if (takenBack !== null && takenBack.revision >= requested.revision && takenBack.runsRevision < requested.revision)
      throw new CommandError(`the change of ${node.name} was reverted: ${printable(takenBack.reason)}`);
    return isDone(node) ? node : undefined;
  });

export const isUp = ({ status }: NodeRowFragment): boolean => isAnswering(status.phase);

/** Returns a check that this revision is applied and the node runs, or is stopped, as requested. */
export const isReached =
  ({ revision, desiredState }: NodeRowFragment) =>
  (node: NodeRowFragment): boolean =>
    (node.status.appliedRevision ?? 0) >= revision &&
    (desiredState === 'stopped' ? node.status.phase === 'stopped' : isUp(node));
