import { existsSync, readFileSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readPlainFile } from '../storage/plain-file.ts';
import { errorMessage } from '../text/error-message.ts';

export interface ApiKeySources {
  /** From the flag or the configuration file. */
  file: string | undefined;
  env: Readonly<Record<string, string | undefined>>;
  /** The variable that may hold the key; with _FILE, the one that may name its file. An agent and people have a variable each. */
  variable: KeyVariable;
  /** Where the key is when nothing else says so; it need not exist. */
  defaultFile?: string;
}

export type KeyVariable = 'SATRAP_API_KEY' | 'SATRAP_AGENT_API_KEY';

export interface LocatedKey {
  text: string;
  /** The file that its owner can replace; null where the key came from elsewhere. */
  file: string | null;
  /** Where it came from, for messages. */
  source: string;
}

/** Many times what a key has. */
const maxKeyFileBytes = 64 * 1024;

/** There is no usable API key. The message says what to do. */
export class ApiKeyError extends Error {
  override name = 'ApiKeyError';
}

/**
 * Finds the API key: `file`, else the variable, else the file that the variable with _FILE names, else the systemd credential
 * `satrap-api-key`, else `defaultFile`. There is no flag for the key itself: the process list would show it to every user of the host.
 * Throws ApiKeyError.
 */
export function locateApiKey({ file, env, variable, defaultFile }: ApiKeySources): LocatedKey {
  if (file !== undefined) return privateKey(file);
  const key = env[variable];
  if (key !== undefined && key.trim() !== '') return { text: validateKey(key, variable), file: null, source: variable };
  const keyFile = env[`${variable}_FILE`];
  if (keyFile !== undefined && keyFile !== '') return privateKey(keyFile);
  const credentials = env['CREDENTIALS_DIRECTORY'];
  // systemd itself protects its credentials. A blank one is what the unit gives where there is none.
  const credential = credentials ? join(credentials, 'satrap-api-key') : undefined;
  if (credential !== undefined && !(defaultFile !== undefined && isEmptyOrMissing(credential)))
    return { text: readFile(credential), file: null, source: 'the systemd credential satrap-api-key' };
  if (defaultFile !== undefined && existsSync(defaultFile))
    return { text: readJoinedFile(defaultFile), file: defaultFile, source: defaultFile };
  if (defaultFile !== undefined)
    throw new ApiKeyError(
      `there is no executor key in ${defaultFile}: this host has not joined a control plane, or the file was removed. Create a token with “satrap executors token”, then run: satrap agent install --url URL (without systemd: satrap agent join --url URL)`,
    );
  throw new ApiKeyError(
    `there is no API key: put it into a file that only you can read and name it with --api-key-file or ${variable}_FILE, or set ${variable}`,
  );
}

const privateKey = (file: string): LocatedKey => ({ text: readPrivateFile(file), file, source: file });

/**
 * The file lies in the agent's own folder, and root may look for it there: neither a link nor another's file is taken for the key, which is
 * sent to the control plane.
 */
function readJoinedFile(path: string): string {
  const text = withReadError(path, () =>
    readPlainFile(path, maxKeyFileBytes, ({ mode, uid }) => {
      requirePrivate(path, mode);
      const owner = statSync(dirname(path)).uid;
      if (process.getuid?.() === 0 && uid !== owner)
        throw new ApiKeyError(
          `the API key file ${path} does not belong to the owner of its folder; run: chown ${owner} ${path}`,
        );
    }),
  );
  return validateKey(text, path);
}

const isEmptyOrMissing = (path: string): boolean => !existsSync(path) || readFileSync(path, 'utf8').trim() === '';

function readPrivateFile(path: string): string {
  if (isOthersFolder(dirname(path))) {
    const check = ({ mode }: Stats) => requirePrivate(path, mode);
    return validateKey(
      withReadError(path, () => readPlainFile(path, maxKeyFileBytes, check)),
      path,
    );
  }
  const mode = withReadError(path, () => statSync(path).mode);
  requirePrivate(path, mode);
  return readFile(path);
}

/** Root follows no link in a folder of another user, who may have put it there. */
const isOthersFolder = (folder: string): boolean =>
  process.getuid?.() === 0 && (statSync(folder, { throwIfNoEntry: false })?.uid ?? 0) !== 0;

function requirePrivate(path: string, mode: number): void {
  if ((mode & 0o077) !== 0) throw new ApiKeyError(`others can read the API key file ${path}; run: chmod 600 ${path}`);
}

const readFile = (path: string): string =>
  validateKey(
    withReadError(path, () => readFileSync(path, 'utf8')),
    path,
  );

function withReadError<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ApiKeyError) throw error;
    throw new ApiKeyError(`the API key file ${path} cannot be read: ${errorMessage(error)}`);
  }
}

function validateKey(text: string, source: string): string {
  const key = text.trim();
  // An HTTP header could not carry anything else, and the error about it would print it.
  if (!/^[\x21-\x7e]{8,512}$/.test(key)) throw new ApiKeyError(`${source} does not hold an API key`);
  return key;
}
