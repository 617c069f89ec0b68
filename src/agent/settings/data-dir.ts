import { statSync } from 'node:fs';
import { join } from 'node:path';
import { errorMessage } from '../../text/error-message.ts';

/** Returns why `uid` must not keep the store, which contains RPC passwords, in a directory; null if it may. */
export function dataDirFault(path: string, uid: number): string | null {
  try {
    const directory = statSync(path, { throwIfNoEntry: false });
    if (directory === undefined) return null;
    if ((directory.mode & 0o022) !== 0)
      return `others can write to ${path}; use a separate directory such as ${path}/satrap, which the agent creates, or run: chmod 700 ${path}`;
    const store = statSync(join(path, 'agent.db'), { throwIfNoEntry: false });
    const owner = [directory, store].find((file) => file !== undefined && file.uid !== uid && file.uid !== 0)?.uid;
    if (owner === undefined) return null;
    return `${path} or the store in it belongs to another user (${owner}); use another directory, or run: chown -R ${uid} ${path}`;
  } catch (error) {
    return `cannot use ${path}: ${errorMessage(error)}`;
  }
}

/** Where `satrap agent join` stores the key, and the agent's default location for it. */
export const joinedKeyFile = (dataDir: string): string => join(dataDir, 'executor.key');
