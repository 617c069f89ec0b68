import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asUser, userOf } from '../../../storage/as-user.ts';
import { deriveKey, type Sealing, sealingOf } from '../../platform/sealing.ts';
import { ControlPlaneSetupError, NotInitialised } from '../../settings.ts';

export interface Secret extends Sealing {
  text: string;
  /** Derives a key of 32 bytes for one purpose. */
  keyFor(purpose: string): Buffer;
}

export const newSecret = (): Secret => buildSecret(randomBytes(32).toString('base64url'));

export const buildSecret = (text: string): Secret => ({
  text,
  keyFor: (purpose) => deriveKey(text, purpose),
  ...sealingOf(text),
});

/** A shorter one can be guessed: with an empty secret, anyone could decrypt what it sealed. */
const minLength = 32;

export const secretPath = (dataDir: string): string => join(dataDir, 'secret');

export function readSecret(dataDir: string): Secret {
  const path = secretPath(dataDir);
  if (!existsSync(path))
    throw new NotInitialised(`no secret file ${path}; copy it from another replica on the same database`);
  if ((statSync(path).mode & 0o077) !== 0)
    throw new ControlPlaneSetupError(`others can read ${path}; run: chmod 600 ${path}`);
  const text = readFileSync(path, 'utf8').trim();
  if (text.length < minLength)
    throw new ControlPlaneSetupError(
      `${path} is damaged: it has ${text.length} characters, but a secret has at least ${minLength}; restore it from the backup or from another replica, or, before the first init, remove it`,
    );
  return buildSecret(text);
}

export function storeSecret(dataDir: string, { text }: Secret): void {
  const path = secretPath(dataDir);
  // Renamed once complete, so that a crash leaves no partial file.
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
