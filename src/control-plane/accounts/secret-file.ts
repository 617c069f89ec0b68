import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ControlPlaneSetupError } from '../settings.ts';

/** The secret of one control plane. It is stored beside the database and never in it. */
export interface Secret {
  /** The key with which better-auth signs its cookies. */
  text: string;
  /** Encrypts a text for the database. */
  seal(text: string): string;
  /** Throws when the text was sealed with another secret. */
  unseal(sealed: string): string;
}

const fileName = 'secret';

/** Reads the secret, and creates it where there is none. */
export function makeSecret(dataDir: string): Secret {
  const path = join(dataDir, fileName);
  if (!existsSync(path)) {
    // Renamed only when it is complete: anyone could decrypt what an empty secret encrypted.
    const draft = `${path}.${randomBytes(6).toString('hex')}`;
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true });
    renameSync(draft, path);
  }
  return readSecret(dataDir);
}

/** Throws ControlPlaneSetupError when there is no secret, or when others can read it. */
export function readSecret(dataDir: string): Secret {
  const path = join(dataDir, fileName);
  if (!existsSync(path)) {
    throw new ControlPlaneSetupError(
      `there is no secret file ${path}: run “satrap control-plane init” first, or, for another replica on the same database, copy the file from the first one`,
    );
  }
  if ((statSync(path).mode & 0o077) !== 0)
    throw new ControlPlaneSetupError(`others can read ${path}; run: chmod 600 ${path}`);
  const text = readFileSync(path, 'utf8').trim();
  const key = Buffer.from(hkdfSync('sha256', text, '', 'satrap sealed values', 32));
  return {
    text,
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
