import { readFileSync, statSync } from 'node:fs';
import { errorMessage } from '../../../text/error-message.ts';
import { ControlPlaneSetupError } from '../../settings.ts';

/** Reads a file of the operator that holds a secret. `what`: for messages. Throws ControlPlaneSetupError. */
export function readPrivateFile(what: string, path: string): string {
  let mode: number;
  let text: string;
  try {
    mode = statSync(path).mode;
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new ControlPlaneSetupError(`the ${what} file ${path}: ${errorMessage(error)}`);
  }
  if ((mode & 0o077) === 0) return text;
  throw new ControlPlaneSetupError(`the ${what} file ${path}: others can read its secret; run: chmod 600 ${path}`);
}
