import { readFileSync, statSync } from 'node:fs';
import { errorMessage } from '../../../text/error-message.ts';
import { ControlPlaneSetupError } from '../../settings.ts';

const ofOwner = { forbidden: 0o077, chmod: '600' };
/** Debian's group `ssl-cert` reads the keys of servers. */
export const ofOwnerAndGroup = { forbidden: 0o007, chmod: '640' };

/**
 * Reads a file of the operator that holds a secret. `what`: for messages. `readers`: who may read it. Throws
 * ControlPlaneSetupError.
 */
export function readPrivateFile(what: string, path: string, readers: typeof ofOwner = ofOwner): string {
  let mode: number;
  let text: string;
  try {
    mode = statSync(path).mode;
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new ControlPlaneSetupError(`the ${what} file ${path}: ${errorMessage(error)}`);
  }
  if ((mode & readers.forbidden) === 0) return text;
  throw new ControlPlaneSetupError(
    `the ${what} file ${path}: others can read its secret; run: chmod ${readers.chmod} ${path}`,
  );
}
