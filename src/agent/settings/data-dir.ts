import { statSync } from 'node:fs';
import { errorMessage } from '../../text/error-message.ts';

/** Returns why the agent must not keep its store, which holds RPC passwords, in an existing directory; null where it may. */
export function dataDirFault(path: string): string | null {
  try {
    const directory = statSync(path, { throwIfNoEntry: false });
    if (directory === undefined || (directory.mode & 0o022) === 0) return null;
  } catch (error) {
    return `${path} cannot be used: ${errorMessage(error)}`;
  }
  return `others can write to ${path}; name a directory of the agent’s own, such as ${path}/satrap, which it creates itself, or, if nobody else needs this one, run: chmod 700 ${path}`;
}
