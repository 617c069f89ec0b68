import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** What is wrong with a key or a signature. The message says what to do. */
export class SignatureError extends Error {
  override name = 'SignatureError';
}

/** A key that signatures are checked with. */
export interface PublicKey {
  /** 8 bytes that signatures name their key by, in hexadecimal. */
  id: string;
  key: KeyObject;
}

export interface SecretKey {
  id: string;
  key: KeyObject;
}

/** What comes before the bare key in DER, as node:crypto reads it (RFC 8410). */
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex');
const secretPrefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Reads the text of a public key as minisign writes it, with or without its comment. Throws SignatureError. */
export function readPublicKey(text: string): PublicKey {
  const bytes = Buffer.from(lastLine(text), 'base64');
  if (bytes.length !== 42 || bytes.toString('latin1', 0, 2) !== 'Ed')
    throw new SignatureError('this is no public key of minisign');
  const key = createPublicKey({ key: Buffer.concat([publicPrefix, bytes.subarray(10)]), format: 'der', type: 'spki' });
  return { id: bytes.toString('hex', 2, 10), key };
}

/** Returns a public key as the two lines of minisign's file. */
export function publicKeyText({ id, key }: SecretKey): string {
  const bare = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(publicPrefix.length);
  const line = Buffer.concat([Buffer.from('Ed', 'latin1'), Buffer.from(id, 'hex'), bare]).toString('base64');
  return `untrusted comment: minisign public key ${id}\n${line}\n`;
}

/** Reads a secret key as `minisign -G -W` writes it. Throws SignatureError, also for one with a password. */
export function readSecretKey(text: string): SecretKey {
  const bytes = Buffer.from(lastLine(text), 'base64');
  if (bytes.length !== 158 || bytes.toString('latin1', 0, 2) !== 'Ed')
    throw new SignatureError('this is no secret key of minisign; make one with: minisign -G -W');
  if (bytes.readUInt16LE(2) !== 0)
    throw new SignatureError('the secret key has a password, which Satrap cannot ask for; sign with minisign itself');
  // Two letters for each of three algorithms, a salt of 32 bytes, two limits of 8: then the id, the seed, and the public half.
  const seed = bytes.subarray(62, 94);
  const key = createPrivateKey({ key: Buffer.concat([secretPrefix, seed]), format: 'der', type: 'pkcs8' });
  return { id: bytes.toString('hex', 54, 62), key };
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.trim() ?? '';
