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
    'replace the RPC credentials of all nodes, one by one; both pairs are valid meanwhile',
  )
    .option(
      '--former-valid-for <minutes>',
      'how long the previous credentials stay valid (default: 60)',
      wholeNumber(0, 10_080),
    )
    .option('--status', 'show the last rotation’s progress')
    .option('--yes', 'do not ask for confirmation')
    .option('--wait', 'wait until the previous credentials are invalid')
    .action(rotate);
}

async function rotate(options: RotateOptions): Promise<void> {
  const api = new Api(options);
  if (!options.status) {
    if (!options.yes) await confirm('Replace the RPC credentials? This restarts each node twice, one by one.');
    const formerValidForMinutes = options.formerValidFor ?? null;
    await api.call(RotateRpcCredentialsDocument, formerValidForMinutes === null ? {} : { formerValidForMinutes });
  }
  const shown = options.wait
    ? await untilEnded(api)
    : (await api.call(GetRpcCredentialRotationDocument, {})).rpcCredentialRotation;
  print(shown, options, () => (shown === null ? ['no rotation requested'] : rotationLines(shown)));
}

async function untilEnded(api: Api): Promise<RotationFragment> {
  return waitFor(async () => {
    const { rpcCredentialRotation: rotation } = await api.call(GetRpcCredentialRotationDocument, {});
    if (rotation === null) throw new CommandError('no rotation requested');
    if (rotation.stopped) throw new CommandError(`the rotation stopped: ${printable(rotation.stopped)}`);
    return rotation.endedAt ? rotation : undefined;
  });
}

const stages: Record<RotationFragment['stage'], string> = {
  adding:
    'restarting each node to accept the new credentials too; until then, use those of: satrap nodes credentials (a recovered node accepts them after its restart)',
  both_valid: 'use the new credentials; the previous ones are still valid',
  ending: 'removing the previous credentials from each node',
  done: 'only the new credentials are valid',
};

/** Formats a rotation's progress. */
function rotationLines(rotation: RotationFragment): string[] {
  const { stage, stopped, requestedAt, requestedBy, formerValidUntil, endedAt, currentNodeName, moved, skipped } =
    rotation;
  return [
    stages[stage],
    `requested at ${requestedAt} by ${printable(requestedBy)}; ${counted(moved, 'node')} restarted in this stage`,
    ...(stopped ? [`stopped: ${printable(stopped)}; run the command again to continue`] : []),
    ...(currentNodeName ? [`restarting ${printable(currentNodeName)}`] : []),
    ...(formerValidUntil
      ? [`the previous credentials are valid until ${formerValidUntil}, and longer on nodes that restart later`]
      : []),
    ...(endedAt ? [`ended at ${endedAt}`] : []),
    ...(skipped.length === 0
      ? []
      : tableLines(
          ['not restarted', 'reason'],
          skipped.map(({ name, reason }) => [printable(name), printable(reason)]),
        )),
  ];
}
