import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** The secret of one control plane. It is stored beside the database and never in it. */
export interface Secret {
  /** The key with which better-auth signs its cookies. */
  text: string;
  /** Encrypts a text for the database. */
  seal(text: string): string;
  /** Throws when the text was sealed with another secret. */
  unseal(sealed: string): string;
}

export const newSecret = (): Secret => buildSecret(randomBytes(32).toString('base64url'));

export function buildSecret(text: string): Secret {
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
