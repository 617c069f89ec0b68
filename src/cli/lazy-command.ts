import type { Command } from 'commander';

/** A command of the first level. Its code is loaded only when it is called, so that the agent does not carry the control plane. */
export interface LazyCommand {
  name: string;
  description: string;
  /** Loads the files that add its options, its subcommands and its action, in the order of the help. */
  files(): readonly Promise<{ register(command: Command): void }>[];
}
