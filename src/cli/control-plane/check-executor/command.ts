import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import { networks } from '../../../bitcoin/network.ts';
import { defineApiCommand, findExecutor, offersNothing } from '../../api.ts';
import { CommandError } from '../../command-error.ts';
import { choiceOption, describeArguments, option, wholeNumber } from '../../options.ts';
import { print, printLines } from '../../output.ts';
import { checksUpTo, levelOf, runChecks } from './checks.ts';
import { TrialNode } from './trial-node.ts';

/** Chains without real peers first. */
const preferred = ['regtest', 'signet', 'testnet4', 'mainnet'] as const;

export function register(controlPlane: Command): void {
  const checked =
    'run a node on a host for a few minutes, and show how far its executor conforms to the executor guide';
  const command = defineApiCommand(controlPlane, 'check-executor <host>', checked, [
    choiceOption('--network <network>', 'chain of the node (default: regtest if the host offers it)', networks),
    option('--client-version <version>', 'client version (default: the first that the host offers)'),
    option('--level <level>', 'highest level to check, 1 to 3', wholeNumber(1, 3), 3),
    option('--timeout <seconds>', 'how long each check waits', wholeNumber(1, 3600), 120),
  ]).action(async (api, { network, clientVersion, level: highest, timeout: timeoutSeconds, ...options }, nameOrId) => {
    const executor = await findExecutor(api, nameOrId);
    const { clients, networks: offered } = executor.capabilities;
    const chosen = network ?? preferred.find((each) => offered.includes(each));
    const version = clientVersion ?? clients[0]?.version;
    if (chosen === undefined || version === undefined) throw new CommandError(offersNothing(executor.name));
    const name = `check-${randomBytes(4).toString('hex')}`;
    const node = new TrialNode({ api, executor, name, network: chosen, clientVersion: version, timeoutSeconds });
    if (!options.json)
      console.error(
        `Checking ${executor.name} with the node ${name} (${chosen}, ${version}), ${checksUpTo(highest).length} checks.`,
      );
    const results = await runChecks(node, highest, ({ level, check, conforms, reason }) => {
      const outcome = { true: 'ok', false: 'failed', null: reason === null ? 'skipped' : 'unknown' }[`${conforms}`];
      const line = `level ${level}  ${outcome.padEnd(7)}  ${check}`;
      if (!options.json) printLines([reason === null ? line : `${line}: ${reason}`]);
    });
    const level = levelOf(results);
    print({ host: executor.name, level, checks: results }, options, () => [
      level === null ? `${executor.name} conforms to no level.` : `${executor.name} conforms to level ${level} of 3.`,
    ]);
    if (results.some(({ conforms, reason }) => conforms === null && reason !== null))
      throw new CommandError(
        'The control plane could not serve every check; check the executor again when it is less busy',
        'unreachable',
        { retryable: true },
      );
    if (level === null || level < 1)
      throw new CommandError(`${executor.name} misses what every executor must do: see docs/api/executor-guide.md`);
  });
  describeArguments(command, { host: 'name or id of the host' });
}
