import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorMessage } from '../text/error-message.ts';

export interface ApiKeySources {
  /** From the flag or the configuration file. */
  file: string | undefined;
  env: Readonly<Record<string, string | undefined>>;
}

/** Thrown when there is no usable key; says what to do. */
export class ApiKeyError extends Error {
  override name = 'ApiKeyError';
}

/**
 * Finds the API key: the file of the flag, SATRAP_API_KEY, SATRAP_API_KEY_FILE, the file of the configuration, or the systemd credential
 * `satrap-api-key`. There is no flag for the key itself: the process list would show it to every user of the host.
 */
export function readApiKey({ file, env }: ApiKeySources): string {
  if (file !== undefined) return fromFile(file, true);
  const direct = env['SATRAP_API_KEY'];
  if (direct !== undefined && direct.trim() !== '') return checked(direct, 'SATRAP_API_KEY');
  const named = env['SATRAP_API_KEY_FILE'];
  if (named !== undefined && named !== '') return fromFile(named, true);
  const credentials = env['CREDENTIALS_DIRECTORY'];
  // systemd itself keeps its credentials from others.
  if (credentials !== undefined && credentials !== '') return fromFile(join(credentials, 'satrap-api-key'), false);
  throw new ApiKeyError(
    'there is no API key: put it into a file that only you can read and name it with --api-key-file, SATRAP_API_KEY_FILE or api_key_file, or set SATRAP_API_KEY',
  );
}

function fromFile(path: string, mustBePrivate: boolean): string {
  let text: string;
  try {
    if (mustBePrivate && (statSync(path).mode & 0o077) !== 0) {
      throw new ApiKeyError(`others can read the API key file ${path}; run: chmod 600 ${path}`);
    }
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof ApiKeyError) throw error;
    throw new ApiKeyError(`the API key file ${path} cannot be read: ${errorMessage(error)}`);
  }
  return checked(text, path);
}

function checked(text: string, source: string): string {
  const key = text.trim();
  // What a header cannot carry was never a key, and an error about it would print it.
  if (!/^[\x21-\x7e]{8,512}$/.test(key)) throw new ApiKeyError(`${source} does not hold an API key`);
  return key;
}
