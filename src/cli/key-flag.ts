import { CommandError } from './command-error.ts';
import { option } from './options.ts';

/** Refuses a key on the command line. Commander's own error for an unknown option would repeat the key. */
export const keyFlag = option('--api-key <key>', '', () => {
  throw new CommandError(
    '--api-key is not supported, because every user of this host can see it in the process list; use --api-key-file with a file that only you can read, or set SATRAP_API_KEY',
    2,
  );
}).hideHelp();
