import { createPublicKey, type KeyObject } from 'node:crypto';

/** What is wrong with a key or a signature. The message says what to do. */
export class SignatureError extends Error {
  override name = 'SignatureError';
}

export interface PublicKey {
  /** 8 bytes that signatures name their key by, in hexadecimal. */
  id: string;
  key: KeyObject;
}

/** What comes before the bare key in DER, as node:crypto reads it (RFC 8410). */
export const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/** Reads the text of a public key as minisign writes it, with or without its comment. Throws SignatureError. */
export function readPublicKey(text: string): PublicKey {
  const bytes = Buffer.from(lastLine(text), 'base64');
  if (bytes.length !== 42 || bytes.toString('latin1', 0, 2) !== 'Ed')
    throw new SignatureError('this is no public key of minisign');
  const key = createPublicKey({ key: Buffer.concat([publicPrefix, bytes.subarray(10)]), format: 'der', type: 'spki' });
  return { id: bytes.toString('hex', 2, 10), key };
}

export const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.trim() ?? '';
