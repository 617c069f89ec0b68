import type { Command } from 'commander';
import { LockHeld } from '../../storage/exclusive-lock.ts';
import { toCommandError } from '../command-error.ts';
import { logsToJournal, serviceLog } from '../log.ts';
import { defineCommand, option } from '../options.ts';
import { untilStopped } from '../until-stopped.ts';

export function register(gateway: Command): void {
  const config = option(
    '--config <file>',
    'the configuration that the agent writes; its folder must be writable',
    String,
    '/var/lib/satrap/gateway/gateway.json',
  );
  defineCommand(gateway, 'run', 'serve the endpoints of this host', [config]).action(async (given) => {
    const [{ runGateway }, { systemClock }] = await Promise.all([
      import('../../gateway/gateway.ts'),
      import('../../timing/clock.ts'),
    ]);
    const log = serviceLog(logsToJournal(process.env) ? 'journal' : 'json', {});
    const ending = new AbortController();
    void untilStopped().then(() => ending.abort());
    try {
      await runGateway({ path: given.config, clock: systemClock, log, signal: ending.signal });
    } catch (error) {
      throw toCommandError(error, LockHeld);
    }
    process.exit();
  });
}
