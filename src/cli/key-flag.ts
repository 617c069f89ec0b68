import { type Command, Option } from 'commander';
import { CommandError } from './command-error.ts';

/** Refuses a key on the command line, with the reason. Commander's own error about an unknown option would repeat the key. */
export const withoutKeyFlag = (command: Command): Command =>
  command.addOption(
    new Option('--api-key <key>').hideHelp().argParser(() => {
      throw new CommandError(
        'there is no --api-key: the process list would show the key to every user of this host; put it into a file that only you can read and name it with --api-key-file, or set SATRAP_API_KEY',
        2,
      );
    }),
  );
