import { queryAgent } from '../../agent/admin-socket/client.ts';
import { defaultDataDir } from '../../agent/settings/options.ts';
import { toCommandError } from '../command-error.ts';
import { option } from '../options.ts';

export const dataDirOption = () =>
  option(
    '--data-dir <directory>',
    'the agent’s data directory',
    String,
    process.env['SATRAP_AGENT_DATA_DIR'] ?? defaultDataDir,
  );

/** Asks this host's agent. Throws CommandError. */
export const askAgent = <T>(dataDir: string, path: string): Promise<T> =>
  queryAgent<T>(dataDir, path).catch((error: unknown) => {
    throw toCommandError(error, Error);
  });
