import type { Command } from 'commander';
import {
  GetRpcCredentialRotationDocument,
  RotateRpcCredentialsDocument,
  type RotationFragment,
} from '../../contract/operations.generated.ts';
import { counted } from '../../text/counted.ts';
import { printable } from '../../text/printable.ts';
import { Api, type ApiOptions, apiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { print, tableLines } from '../output.ts';
import { wholeNumber } from '../parse.ts';
import { confirm } from '../prompt.ts';
import { waitFor } from '../wait.ts';

interface RotateOptions extends ApiOptions {
  formerValidFor?: number;
  status?: boolean;
  yes?: boolean;
  wait?: boolean;
}

export function register(nodes: Command): void {
  apiCommand(
    nodes,
    'rotate-credentials',
    'replace the RPC credentials of all nodes, one node after the other; both pairs are valid meanwhile',
  )
    .option('--former-valid-for <minutes>', 'how long both are valid at the end (default: 60)', wholeNumber(0, 10_080))
    .option('--status', 'only show how far the last rotation is')
    .option('--yes', 'do not ask for confirmation')
    .option('--wait', 'wait until the former credentials have ended')
    .action(rotate);
}

async function rotate(options: RotateOptions): Promise<void> {
  const api = new Api(options);
  if (!options.status) {
    if (!options.yes) await confirm('Restart each node twice, one after the other, to replace the RPC credentials?');
    const formerValidForMinutes = options.formerValidFor ?? null;
    await api.call(RotateRpcCredentialsDocument, formerValidForMinutes === null ? {} : { formerValidForMinutes });
  }
  const shown = options.wait
    ? await untilEnded(api)
    : (await api.call(GetRpcCredentialRotationDocument, {})).rpcCredentialRotation;
  print(shown, options, () => (shown === null ? ['no rotation was asked for'] : rotationLines(shown)));
}

async function untilEnded(api: Api): Promise<RotationFragment> {
  return waitFor(async () => {
    const { rpcCredentialRotation: rotation } = await api.call(GetRpcCredentialRotationDocument, {});
    if (rotation === null) throw new CommandError('no rotation was asked for');
    if (rotation.stopped) throw new CommandError(`the rotation stopped: ${printable(rotation.stopped)}`);
    return rotation.endedAt ? rotation : undefined;
  });
}

const stages: Record<RotationFragment['stage'], string> = {
  adding:
    'each node is restarted to accept the new credentials too; until all are, use those of: satrap nodes credentials (a node that was taken over accepts them after its restart)',
  both_valid: 'the new credentials are those to use; the former ones are still valid',
  ending: 'the former credentials end on each node',
  done: 'only the new credentials are valid',
};

/** Says for people how far a rotation is. Pure. */
function rotationLines(rotation: RotationFragment): string[] {
  const { stage, stopped, requestedAt, requestedBy, formerValidUntil, endedAt, currentNodeName, moved, skipped } =
    rotation;
  return [
    stages[stage],
    `asked for at ${requestedAt} by ${printable(requestedBy)}; ${counted(moved, 'node')} restarted in this stage`,
    ...(stopped ? [`stopped: ${printable(stopped)}; run the command again to go on`] : []),
    ...(currentNodeName ? [`restarts ${printable(currentNodeName)} now`] : []),
    ...(formerValidUntil
      ? [`the former credentials are valid until ${formerValidUntil}, and longer on nodes whose turn comes later`]
      : []),
    ...(endedAt ? [`ended at ${endedAt}`] : []),
    ...(skipped.length === 0
      ? []
      : tableLines(
          ['not restarted', 'why'],
          skipped.map(({ name, reason }) => [printable(name), printable(reason)]),
        )),
  ];
}
