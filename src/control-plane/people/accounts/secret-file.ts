import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asUser, userOf } from '../../../storage/as-user.ts';
import { ControlPlaneSetupError, NotInitialised } from '../../settings.ts';
import { buildSecret, type Secret } from './secret.ts';

/** Fewer can be guessed: with an empty secret, anyone could decrypt what it sealed. */
const minLength = 32;

export const secretPath = (dataDir: string): string => join(dataDir, 'secret');

/** Reads the secret. Throws ControlPlaneSetupError when there is none, when others can read it, and when it is too short. */
export function readSecret(dataDir: string): Secret {
  const path = secretPath(dataDir);
  if (!existsSync(path)) {
    throw new NotInitialised(
      `there is no secret file ${path}, which another replica on the same database needs a copy of`,
    );
  }
  if ((statSync(path).mode & 0o077) !== 0)
    throw new ControlPlaneSetupError(`others can read ${path}; run: chmod 600 ${path}`);
  const text = readFileSync(path, 'utf8').trim();
  if (text.length < minLength) {
    throw new ControlPlaneSetupError(
      `${path} is damaged: it has ${text.length} characters, and a secret has at least ${minLength}; put back the file from the backup or from another replica, or, before the first init, remove it`,
    );
  }
  return buildSecret(text);
}

export function storeSecret(dataDir: string, { text }: Secret): void {
  const path = secretPath(dataDir);
  // Renamed only when it is complete, so that no crash leaves a part of it.
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  asUser(userOf(dataDir), () => {
    try {
      writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true });
      renameSync(draft, path);
    } finally {
      rmSync(draft, { force: true });
    }
  });
}
