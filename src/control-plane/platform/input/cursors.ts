import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';

/** The values of an entry by which its list is sorted. */
export type Position = readonly (string | number | null)[];

/** Writes and reads the cursors of one list of one organization. */
export interface CursorList {
  write(position: Position): string;
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
      write: (position) => {
        const text = JSON.stringify(position);
        // The length of a number counts, too.
        const plain = Buffer.from(text.padEnd(Math.ceil(text.length / blockLength) * blockLength));
        const nonce = nonceOf(plain);
        const cipher = createCipheriv('aes-256-ctr', sealing, nonce);
        return Buffer.concat([nonce, cipher.update(plain)]).toString('base64url');
      },
      read: (cursor) => {
        const bytes = Buffer.from(cursor, 'base64url');
        if (bytes.length <= nonceLength) return undefined;
        const nonce = bytes.subarray(0, nonceLength);
        const plain = createDecipheriv('aes-256-ctr', sealing, nonce).update(bytes.subarray(nonceLength));
        if (!timingSafeEqual(nonce, nonceOf(plain))) return undefined;
        return JSON.parse(plain.toString()) as Position;
      },
    };
  };
  return { of };
}

export type Cursors = ReturnType<typeof buildCursors>;

const nonceLength = 16;
/** Holds a sequence and a time. */
const blockLength = 32;
