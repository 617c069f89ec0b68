import type { Command } from 'commander';
import { defaultDataDir } from '../../agent/settings/options.ts';
import { type OutputOptions, withJsonOption } from '../output.ts';

export interface DataDirOptions extends OutputOptions {
  dataDir: string;
}

/** Adds the options of commands that query this host's agent. */
export const withDataDir = (command: Command): Command =>
  withJsonOption(
    command.option(
      '--data-dir <directory>',
      'the agent’s data directory',
      process.env['SATRAP_AGENT_DATA_DIR'] ?? defaultDataDir,
    ),
  );
