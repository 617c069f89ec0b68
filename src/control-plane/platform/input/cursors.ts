import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';

interface Position {
  sequence: number;
  /** Before the sequence, in a list of another order: milliseconds since the Unix epoch, or a rank. */
  key: number | undefined;
}

/** Writes and reads the cursors of one list of one organization. */
export interface CursorList {
  write(sequence: number, key?: number): string;
  /** Returns undefined for a text that is no cursor of this list. */
  read(cursor: string): Position | undefined;
}

/**
 * Seals positions with the control plane's secret, because sequences count the work of all organizations. A position
 * always has the same cursor, on every replica. The nonce is a keyed hash of what it seals, so no nonce seals two
 * positions, and only a cursor of the same list and organization has the right one.
 */
export function buildCursors({ keyFor }: { keyFor(purpose: string): Buffer }) {
  const sealing = keyFor('satrap cursors');
  const hashing = keyFor('satrap cursor nonces');
  const of = (list: string, organizationId: string | null): CursorList => {
    const nonceOf = (plain: Buffer) =>
      createHmac('sha256', hashing)
        .update(`${list} ${organizationId ?? ''} `)
        .update(plain)
        .digest()
        .subarray(0, nonceLength);
    return {
      write: (sequence, key) => {
        const plain = Buffer.alloc(plainLength);
        plain.writeDoubleBE(sequence);
        plain.writeDoubleBE(key ?? Number.NaN, 8);
        const nonce = nonceOf(plain);
        const cipher = createCipheriv('aes-256-ctr', sealing, nonce);
        return Buffer.concat([nonce, cipher.update(plain)]).toString('base64url');
      },
      read: (cursor) => {
        const bytes = Buffer.from(cursor, 'base64url');
        if (bytes.length !== nonceLength + plainLength) return undefined;
        const nonce = bytes.subarray(0, nonceLength);
        const plain = createDecipheriv('aes-256-ctr', sealing, nonce).update(bytes.subarray(nonceLength));
        if (!timingSafeEqual(nonce, nonceOf(plain))) return undefined;
        const key = plain.readDoubleBE(8);
        return { sequence: plain.readDoubleBE(), key: Number.isNaN(key) ? undefined : key };
      },
    };
  };
  return { of };
}

export type Cursors = ReturnType<typeof buildCursors>;

const nonceLength = 16;
const plainLength = 16;
