import { existsSync, readFileSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readPlainFile } from '../storage/plain-file.ts';
import { errorMessage } from '../text/error-message.ts';

export interface ApiKeySources {
  /** From the flag or the configuration file. */
  file: string | undefined;
  env: Readonly<Record<string, string | undefined>>;
  /** The variable that may hold the key; with _FILE, its file. Agents and people use different variables. */
  variable: KeyVariable;
  /** Default key file, which need not exist. */
  defaultFile?: string;
}

export type KeyVariable = 'SATRAP_API_KEY' | 'SATRAP_AGENT_API_KEY';

export interface LocatedKey {
  text: string;
  /** The key's file, which its owner can replace; null if the key is not from a file. */
  file: string | null;
  /** The key's source, for messages. */
  source: string;
}

/** Many times the length of a key. */
const maxKeyFileBytes = 64 * 1024;

/** No usable API key. The message says what to do. */
export class ApiKeyError extends Error {
  override name = 'ApiKeyError';
}

/**
 * Finds the API key: `file`, else the variable, else the file that the variable with _FILE names, else the systemd credential
 * `satrap-api-key`, else `defaultFile`. There is no flag for the key, because every user of the host can see flags in the process list.
 * Throws ApiKeyError.
 */
export function locateApiKey({ file, env, variable, defaultFile }: ApiKeySources): LocatedKey {
  if (file !== undefined) return privateKey(file);
  const key = env[variable];
  if (key !== undefined && key.trim() !== '') return { text: validateKey(key, variable), file: null, source: variable };
  const keyFile = env[`${variable}_FILE`];
  if (keyFile !== undefined && keyFile !== '') return privateKey(keyFile);
  const credentials = env['CREDENTIALS_DIRECTORY'];
  // systemd protects its credentials. The unit passes a blank one if no key exists.
  const credential = credentials ? join(credentials, 'satrap-api-key') : undefined;
  if (credential !== undefined && !(defaultFile !== undefined && isEmptyOrMissing(credential)))
    return { text: readFile(credential), file: null, source: 'the systemd credential satrap-api-key' };
  if (defaultFile !== undefined && existsSync(defaultFile))
    return { text: readJoinedFile(defaultFile), file: defaultFile, source: defaultFile };
  if (defaultFile !== undefined)
    throw new ApiKeyError(
      `no API key in ${defaultFile}: this host has not joined a control plane, or the file was removed. Create a token with “satrap tokens create”, then run: satrap agent install --url URL (without systemd: satrap agent join --url URL)`,
    );
  throw new ApiKeyError(
    `no API key: set ${variable}, or name a file that only you can read with --api-key-file or ${variable}_FILE`,
  );
}

const privateKey = (file: string): LocatedKey => ({ text: readPrivateFile(file), file, source: file });

/**
 * The file is in the agent's own folder, where root may read it: a link or another user's file is not accepted, because the key is sent to
 * the control plane.
 */
const readJoinedFile = (path: string): string =>
  readFile(path, ({ mode, uid }) => {
    requirePrivate(path, mode);
    const owner = statSync(dirname(path)).uid;
    if (process.getuid?.() === 0 && uid !== owner)
      throw new ApiKeyError(
        `the API key file ${path} does not belong to the owner of its folder; run: chown ${owner} ${path}`,
      );
  });

const isEmptyOrMissing = (path: string): boolean => !existsSync(path) || readFileSync(path, 'utf8').trim() === '';

function readPrivateFile(path: string): string {
  if (isOthersFolder(dirname(path))) return readFile(path, ({ mode }) => requirePrivate(path, mode));
  requirePrivate(
    path,
    withReadError(path, () => statSync(path).mode),
  );
  return readFile(path);
}

/** Root does not follow links in another user's folder. */
const isOthersFolder = (folder: string): boolean =>
  process.getuid?.() === 0 && (statSync(folder, { throwIfNoEntry: false })?.uid ?? 0) !== 0;

function requirePrivate(path: string, mode: number): void {
  if ((mode & 0o077) !== 0) throw new ApiKeyError(`others can read the API key file ${path}; run: chmod 600 ${path}`);
}

/** With `check`, which throws, links are not followed. */
const readFile = (path: string, check?: (stats: Stats) => void): string =>
  validateKey(
    withReadError(path, () =>
      check === undefined ? readFileSync(path, 'utf8') : readPlainFile(path, maxKeyFileBytes, check),
    ),
    path,
  );

function withReadError<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ApiKeyError) throw error;
    throw new ApiKeyError(`cannot read the API key file ${path}: ${errorMessage(error)}`);
  }
}

function validateKey(text: string, source: string): string {
  const key = text.trim();
  // An HTTP header cannot carry anything else, and the resulting error would print the key.
  if (!/^[\x21-\x7e]{8,512}$/.test(key)) throw new ApiKeyError(`${source} does not hold an API key`);
  return key;
}
