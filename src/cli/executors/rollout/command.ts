import type { Command } from 'commander';
import { addChangeCommands } from './change.ts';
import { addListCommand } from './list.ts';
import { addShowCommand } from './show.ts';
import { addStartCommand } from './start.ts';

/** `satrap executors rollout` */
export function addRolloutCommand(executors: Command): void {
  const rollout = executors
    .command('rollout')
    .description('upgrades many agents in groups: start, list, show, pause, resume, cancel');
  addStartCommand(rollout);
  addListCommand(rollout);
  addShowCommand(rollout);
  addChangeCommands(rollout);
}
