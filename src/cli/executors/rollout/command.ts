import type { Command } from 'commander';
import * as change from './change.ts';
import * as show from './show.ts';
import * as start from './start.ts';

export function register(executors: Command): void {
  const rollout = executors
    .command('rollout')
    .description('upgrade many agents in groups: start, list, show, pause, resume, cancel');
  for (const command of [start, show, change]) command.register(rollout);
}
