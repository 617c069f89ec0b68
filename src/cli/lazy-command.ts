import type { Command } from 'commander';

/** A command of the first level. What it needs is loaded only when it is called, so that the agent does not carry the control plane. */
export interface LazyCommand {
  name: string;
  description: string;
  /** Adds the options, the subcommands and the action. */
  load(command: Command): Promise<void>;
}
