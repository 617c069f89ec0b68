import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asUser, userOf } from '../../../storage/as-user.ts';
import { ControlPlaneSetupError, NotInitialised } from '../../settings.ts';

export interface Secret {
  text: string;
  /** Derives a key of 32 bytes for one purpose. */
  keyFor(purpose: string): Buffer;
  seal(text: string): string;
  unseal(sealed: string): string;
}

export const newSecret = (): Secret => buildSecret(randomBytes(32).toString('base64url'));

export function buildSecret(text: string): Secret {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', text, '', purpose, 32));
  const key = keyFor('satrap sealed values');
  return {
    text,
    keyFor,
    seal: (plain) => {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
    },
    unseal: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}

/** A shorter one can be guessed: with an empty secret, anyone could decrypt what it sealed. */
const minLength = 32;

export const secretPath = (dataDir: string): string => join(dataDir, 'secret');

export function readSecret(dataDir: string): Secret {
  const path = secretPath(dataDir);
  if (!existsSync(path)) {
    throw new NotInitialised(`no secret file ${path}; copy it from another replica on the same database`);
  }
  if ((statSync(path).mode & 0o077) !== 0)
    throw new ControlPlaneSetupError(`others can read ${path}; run: chmod 600 ${path}`);
  const text = readFileSync(path, 'utf8').trim();
  if (text.length < minLength) {
    throw new ControlPlaneSetupError(
      `${path} is damaged: it has ${text.length} characters, but a secret has at least ${minLength}; restore it from the backup or from another replica, or, before the first init, remove it`,
    );
  }
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
