import { createPublicKey, type KeyObject, verify } from 'node:crypto';

// minisign (https://jedisct1.github.io/minisign/): Ed25519 over the BLAKE2b hash of the file; a second signature covers the trusted comment.

export const untrusted = 'untrusted comment: ';
export const trusted = 'trusted comment: ';
/** Prehashed: the only variant that this version of the format writes. */
export const algorithm = Buffer.from('ED', 'latin1');

/** Parses a signature, without verifying it. Throws SignatureError. */
export function readSignature(text: string) {
  const [head = '', first = '', comment = '', second = ''] = text.split('\n').map((line) => line.replace(/\r$/, ''));
  const bytes = Buffer.from(first, 'base64');
  const whole = Buffer.from(second, 'base64');
  if (!head.startsWith(untrusted) || !comment.startsWith(trusted) || bytes.length !== 74 || whole.length !== 64)
    throw new SignatureError('this is not a minisign signature');
  if (!bytes.subarray(0, 2).equals(algorithm))
    throw new SignatureError('the signature uses the legacy format without a hash; sign with minisign 0.11 or newer');
  return {
    id: bytes.toString('hex', 2, 10),
    signature: bytes.subarray(10),
    words: comment.slice(trusted.length),
    whole,
  };
}

/** Returns the trusted comment of a signature by one of the keys. Throws SignatureError. */
export function verifyDigest(digest: Buffer, text: string, keys: readonly PublicKey[]): string {
  const { id, signature, words, whole } = readSignature(text);
  const signer = keys.find((key) => key.id === id);
  if (signer === undefined) throw new SignatureError(`the signature is by the key ${id}, which is not trusted`);
  if (!verify(null, digest, signer.key, signature))
    throw new SignatureError('the signature does not match: the file or its signature was changed');
  if (!verify(null, Buffer.concat([signature, Buffer.from(words)]), signer.key, whole))
    throw new SignatureError('the comment of the signature was changed');
  return words;
}

/** What is wrong with a key or a signature. The message contains the fix. */
export class SignatureError extends Error {
  override name = 'SignatureError';
}

export interface PublicKey {
  /** The 8 bytes that identify a key in signatures, in hexadecimal. */
  id: string;
  readonly key: KeyObject;
}

/** The DER prefix of a raw key, as node:crypto reads it (RFC 8410). */
export const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/** Parses a minisign public key, with or without its comment. Throws SignatureError. */
export function readPublicKey(text: string): PublicKey {
  const bytes = Buffer.from(lastLine(text), 'base64');
  if (bytes.length !== 42 || bytes.toString('latin1', 0, 2) !== 'Ed')
    throw new SignatureError('this is not a minisign public key');
  const key = Buffer.concat([publicPrefix, bytes.subarray(10)]);
  return {
    id: bytes.toString('hex', 2, 10),
    // An agent counts its keys at its start: reading them would load all of node:crypto.
    get key() {
      return createPublicKey({ key, format: 'der', type: 'spki' });
    },
  };
}

export const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.trim() ?? '';
