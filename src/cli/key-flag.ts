import { type Command, Option } from 'commander';
import { CommandError } from './command-error.ts';

/** Refuses a key on the command line. Commander's own error for an unknown option would repeat the key. */
export const withoutKeyFlag = (command: Command): Command =>
  command.addOption(
    new Option('--api-key <key>').hideHelp().argParser(() => {
      throw new CommandError(
        '--api-key is not supported, because every user of this host can see it in the process list; use --api-key-file with a file that only you can read, or set SATRAP_API_KEY',
        2,
      );
    }),
  );
