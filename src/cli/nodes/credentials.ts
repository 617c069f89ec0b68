import type { Command } from 'commander';
import type { RotationFragment } from '../../contract/operations.generated.ts';
import { counted } from '../../text/counted.ts';
import { printable } from '../../text/printable.ts';
import { type Api, defineApiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { option, waitOption, wholeNumber, yesOption } from '../options.ts';
import { type Line, print, tableLines, when } from '../output.ts';
import { confirm } from '../prompt.ts';
import { followHint, rolloutLine } from '../rollouts/follow.ts';
import { paceOf, policyOptions } from '../rollouts/pace.ts';
import { waitForChange } from '../wait.ts';

export function register(nodes: Command): void {
  const shown = 'show the RPC user and password of all nodes (owners and admins)';
  const credentials = nodes.command('credentials').description('manage the RPC user and password of all nodes: show');
  defineApiCommand(credentials, 'show', shown)
    .action(async (api, options) => {
      const { nodeRpcCredentials: pair } = await api.call('GetRpcCredentials', {});
      if (pair === null) throw new CommandError('only owners and admins can see the RPC credentials', 'refused');
      if (pair.refusingNodes > 0)
        console.error(
          `This password does not work on ${counted(pair.refusingNodes, 'node')} taken over from another control plane. To replace theirs, which restarts the nodes one by one: satrap nodes rotate-credentials start`,
        );
      print(pair, options, () => [
        `export RPC_USER=${quoted(pair.user)}`,
        `export RPC_PASSWORD=${quoted(pair.password)}`,
      ]);
    })
    .addHelpText('after', '\nTo use them in a shell: eval "$(satrap nodes credentials show)"');
  const rotate = nodes
    .command('rotate-credentials')
    .description('replace the RPC credentials of all nodes: start, show');
  const started = 'replace the RPC credentials of all nodes, one by one; both pairs are valid meanwhile';
  defineApiCommand(rotate, 'start', started, [
    option(
      '--former-valid-for <minutes>',
      'how long the previous credentials stay valid (default: 60)',
      wholeNumber(0, 10_080),
    ),
    ...policyOptions,
    yesOption,
    waitOption,
  ]).action(async (api, { formerValidFor: minutes, yes, wait, ...options }) => {
    const { policy } = paceOf(options);
    if (!yes) await confirm('Replace the RPC credentials? Two rollouts restart each running node, one by one.');
    const { rotateRpcCredentials } = await api.call('RotateRpcCredentials', {
      formerExpiresInSeconds: minutes === undefined ? null : minutes * 60,
      policy,
    });
    const rotation = wait ? await untilEnded(api) : rotateRpcCredentials.rotation;
    print(rotation, options, () => rotationLines(rotation));
  });
  defineApiCommand(rotate, 'show', 'show the last rotation’s progress').action(async (api, options) => {
    const { rpcCredentialRotation: rotation } = await api.call('GetRpcCredentialRotation', {});
    print(rotation, options, () => (rotation === null ? ['no rotation requested'] : rotationLines(rotation)));
  });
}

/** Quotes for a shell, which then expands nothing. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The previous credentials may stay valid for a week. */
const rotationMinutes = 30 * 24 * 60;

const untilEnded = (api: Api): Promise<RotationFragment> =>
  waitForChange(
    api,
    ['node', 'rollout'],
    async (report) => {
      const { rpcCredentialRotation: rotation } = await api.call('GetRpcCredentialRotation', {});
      if (rotation === null) throw new CommandError('no rotation requested');
      if (rotation.stopped) throw new CommandError(`the rotation stopped: ${printable(rotation.stopped)}`);
      if (rotation.endedAt) return rotation;
      const rollout = rotation.rollout === null ? '' : `; ${rolloutLine(rotation.rollout)}`;
      report(`${stages[rotation.stage]}; ${counted(rotation.moved, 'node')} restarted in this stage${rollout}`);
    },
    rotationMinutes,
  );

const stages: Record<RotationFragment['stage'], string> = {
  adding:
    'restarting each node to accept the new credentials too; until then, use those of: satrap nodes credentials show (a recovered node accepts them after its restart)',
  both_valid: 'use the new credentials; the previous ones are still valid',
  ending: 'removing the previous credentials from each node',
  done: 'only the new credentials are valid',
};

function rotationLines(rotation: RotationFragment): Line[] {
  const { stage, stopped, requestedAt, requestedBy, formerExpiresAt, endedAt, currentNodeName, moved, skipped } =
    rotation;
  const { rollout } = rotation;
  return [
    stages[stage],
    ...(rollout === null ? [] : [rolloutLine(rollout), followHint(rollout.id)]),
    `requested ${when(requestedAt)} by ${requestedBy}; ${counted(moved, 'node')} restarted in this stage`,
    ...(stopped ? [`stopped: ${stopped}; continue with: satrap nodes rotate-credentials start`] : []),
    ...(currentNodeName ? [`restarting ${currentNodeName}`] : []),
    ...(formerExpiresAt
      ? [`the previous credentials are valid until ${formerExpiresAt}, and longer on nodes that restart later`]
      : []),
    ...(endedAt ? [`ended ${when(endedAt)}`] : []),
    ...(skipped.length === 0
      ? []
      : tableLines(
          ['not restarted', 'reason'],
          skipped.map(({ name, reason }) => [name, reason]),
        )),
  ];
}
