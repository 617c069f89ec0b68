import { type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorMessage } from '../../text/error-message.ts';

/** Returns why the user `uid` must not keep the store in a directory; null where it may. The store holds RPC passwords. */
export function dataDirFault(path: string, uid: number): string | null {
  try {
    const directory = statSync(path, { throwIfNoEntry: false });
    if (directory === undefined) return null;
    if ((directory.mode & 0o022) !== 0) {
      return `others can write to ${path}; name a directory of the agent’s own, such as ${path}/satrap, which it creates itself, or, if nobody else needs this one, run: chmod 700 ${path}`;
    }
    const store = statSync(join(path, 'agent.db'), { throwIfNoEntry: false });
    const owner = foreignOwner([directory, store], uid);
    if (owner === null) return null;
    return `${path} or the store in it belongs to another user (${owner}), who can replace it; name a directory of the agent’s own, or, if it is meant for the agent, run: chown -R ${uid} ${path}`;
  } catch (error) {
    return `${path} cannot be used: ${errorMessage(error)}`;
  }
}

function foreignOwner(files: readonly (Stats | undefined)[], uid: number): number | null {
  return files.find((file) => file !== undefined && file.uid !== uid && file.uid !== 0)?.uid ?? null;
}

/** The file into which `satrap agent join` puts the key, and where the agent looks for it when nothing names another. */
export const joinedKeyFile = (dataDir: string): string => join(dataDir, 'executor.key');
