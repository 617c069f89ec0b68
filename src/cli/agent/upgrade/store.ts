import { spawnSync } from 'node:child_process';
import type { Command } from 'commander';
import { migrateStore, switchStore } from '../../../agent/store/switch-store.ts';
import { CommandError } from '../../command-error.ts';

/** The store belongs to a later version than this program. */
const tooNew = 3;
/** The agent is stopped during this time. */
const migrateTimeoutMs = 20_000;

/** `satrap agent upgrade-store …`: the watcher runs it with both versions, as the agent’s user. */
export function register(agent: Command): void {
  const command = agent.command('upgrade-store', { hidden: true }).description('work on the store during an upgrade');
  command
    .command('migrate <file>')
    .description(`migrate a copy of the store to this version; exits with ${tooNew} if it belongs to a later one`)
    .action((file: string) => {
      if (!migrateStore(file)) process.exitCode = tooNew;
    });
  command
    .command('switch <data-dir> <program>')
    .description('replace the store with a copy that another version can read')
    .option('--back', 'switch back to this version')
    .action((dataDir: string, program: string, { back = false }: { back?: boolean }) =>
      switchStore({ dataDir, migrate: (file) => migratedBy(program, file), isBack: back }),
    );
}

function migratedBy(program: string, file: string): boolean {
  const words = ['agent', 'upgrade-store', 'migrate', file];
  const { status, signal, stderr, error } = spawnSync(program, words, {
    encoding: 'utf8',
    timeout: migrateTimeoutMs,
    killSignal: 'SIGKILL',
  });
  if (status === 0) return true;
  if (status === tooNew) return false;
  const why = stderr?.trim() || error?.message || `exited with ${signal ?? status}`;
  throw new CommandError(`${program} cannot read the store: ${why}`);
}
