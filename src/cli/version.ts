import type { Command } from 'commander';
import { ownVersion } from '../version.ts';

export function register(command: Command): void {
  command.action(() => console.log(ownVersion()));
}
