import type { Command } from 'commander';
import { queryAgent } from '../../agent/admin-socket/client.ts';
import type { AgentHealth } from '../../agent/loops/watched-loops.ts';
import { toCommandError } from '../command-error.ts';
import { print } from '../output.ts';
import { type DataDirOptions, withDataDir } from './data-dir.ts';

export function register(agent: Command): void {
  withDataDir(agent.command('health').description('check that the agent’s loops run, as GET /healthz does'))
    .addHelpText('after', '\nExits with 1 if a loop hangs or no agent answers.')
    .action(showHealth);
}

async function showHealth(options: DataDirOptions): Promise<void> {
  const health = await queryAgent<AgentHealth>(options.dataDir, '/healthz').catch((error: unknown) => {
    throw toCommandError(error, Error);
  });
  print(health, options, () => healthLines(health));
  if (!health.isAlive) process.exitCode = 1;
}

const healthLines = ({ loops }: AgentHealth): string[] =>
  loops.map(({ name, isAlive, silentSeconds, maxSilenceSeconds }) =>
    isAlive ? `${name}: running` : `${name}: hung, silent for ${silentSeconds} s (limit ${maxSilenceSeconds} s)`,
  );
