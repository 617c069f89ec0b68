import { statSync } from 'node:fs';
import { errorMessage } from '../../text/error-message.ts';

/** Why the agent must not keep its store, which holds RPC passwords, in a directory that is there already; null where it may. */
export function faultOfDataDir(path: string): string | null {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined || (found.mode & 0o022) === 0) return null;
  } catch (error) {
    return `${path} cannot be used: ${errorMessage(error)}`;
  }
  return `others can write to ${path}; name a directory of the agent’s own, such as ${path}/satrap, which it makes itself, or, if nobody else needs this one, run: chmod 700 ${path}`;
}
