import type { Command } from 'commander';
import {
  GetRpcCredentialRotationDocument,
  GetRpcCredentialsDocument,
  RotateRpcCredentialsDocument,
  type RotationFragment,
} from '../../contract/operations.generated.ts';
import { counted } from '../../text/counted.ts';
import { printable } from '../../text/printable.ts';
import { type Api, defineApiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { option, wholeNumber } from '../options.ts';
import { print, tableLines } from '../output.ts';
import { confirm } from '../prompt.ts';
import { waitFor } from '../wait.ts';

/** `satrap nodes credentials` and `rotate-credentials` */
export function register(nodes: Command): void {
  const shown = 'show the RPC user and password of all nodes (owners and admins)';
  defineApiCommand(nodes, 'credentials', shown)
    .action(async (api, options) => {
      const { nodeRpcCredentials: pair } = await api.call(GetRpcCredentialsDocument, {});
      if (pair === null) throw new CommandError('only owners and admins can see the RPC credentials');
      if (pair.refusingNodes > 0)
        console.error(
          `This password does not work on ${counted(pair.refusingNodes, 'node')} taken over from another control plane. To replace theirs, which restarts the nodes one by one: satrap nodes rotate-credentials`,
        );
      print(pair, options, () => [
        `export RPC_USER=${quoted(pair.user)}`,
        `export RPC_PASSWORD=${quoted(pair.password)}`,
      ]);
    })
    .addHelpText('after', '\nTo use them in a shell: eval "$(satrap nodes credentials)"');
  defineApiCommand(
    nodes,
    'rotate-credentials',
    'replace the RPC credentials of all nodes, one by one; both pairs are valid meanwhile',
    [
      option(
        '--former-valid-for <minutes>',
        'how long the previous credentials stay valid (default: 60)',
        wholeNumber(0, 10_080),
      ),
      option('--status', 'show the last rotation’s progress'),
      option('--yes', 'do not ask for confirmation'),
      option('--wait', 'wait until the previous credentials are invalid'),
    ],
  ).action(async (api, { formerValidFor: minutes, status, yes, wait, ...options }) => {
    if (!status) {
      if (!yes) await confirm('Replace the RPC credentials? This restarts each node twice, one by one.');
      await api.call(RotateRpcCredentialsDocument, {
        formerExpiresInSeconds: minutes === undefined ? null : minutes * 60,
      });
    }
    const rotation = wait
      ? await untilEnded(api)
      : (await api.call(GetRpcCredentialRotationDocument, {})).rpcCredentialRotation;
    print(rotation, options, () => (rotation === null ? ['no rotation requested'] : rotationLines(rotation)));
  });
}

/** Quotes for a shell, which then expands nothing. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const untilEnded = (api: Api): Promise<RotationFragment> =>
  waitFor(async () => {
    const { rpcCredentialRotation: rotation } = await api.call(GetRpcCredentialRotationDocument, {});
    if (rotation === null) throw new CommandError('no rotation requested');
    if (rotation.stopped) throw new CommandError(`the rotation stopped: ${printable(rotation.stopped)}`);
    return rotation.endedAt ? rotation : undefined;
  });

const stages: Record<RotationFragment['stage'], string> = {
  adding:
    'restarting each node to accept the new credentials too; until then, use those of: satrap nodes credentials (a recovered node accepts them after its restart)',
  both_valid: 'use the new credentials; the previous ones are still valid',
  ending: 'removing the previous credentials from each node',
  done: 'only the new credentials are valid',
};

function rotationLines(rotation: RotationFragment): string[] {
  const { stage, stopped, requestedAt, requestedBy, formerExpiresAt, endedAt, currentNodeName, moved, skipped } =
    rotation;
  return [
    stages[stage],
    `requested at ${requestedAt} by ${requestedBy}; ${counted(moved, 'node')} restarted in this stage`,
    ...(stopped ? [`stopped: ${stopped}; run the command again to continue`] : []),
    ...(currentNodeName ? [`restarting ${currentNodeName}`] : []),
    ...(formerExpiresAt
      ? [`the previous credentials are valid until ${formerExpiresAt}, and longer on nodes that restart later`]
      : []),
    ...(endedAt ? [`ended at ${endedAt}`] : []),
    ...(skipped.length === 0
      ? []
      : tableLines(
          ['not restarted', 'reason'],
          skipped.map(({ name, reason }) => [name, reason]),
        )),
  ];
}
