import type { Command } from 'commander';

/** A top-level command. Its code is loaded only when it is called, so that the agent does not load the control plane. */
export interface LazyCommand {
  name: string;
  /** Another name for it. */
  alias?: string;
  description: string;
  /** Loads the files that add its options, subcommands and action, in the order of the help. */
  files(): readonly Promise<{ register(command: Command): void }>[];
}
