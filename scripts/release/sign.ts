import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { ArtifactComment } from '../../src/release/artifact-comment.ts';
import { algorithm, lastLine, publicPrefix, SignatureError, trusted, untrusted } from '../../src/release/minisign.ts';

export interface SecretKey {
  /** As in PublicKey. */
  id: string;
  key: KeyObject;
}

/** The DER prefix of a raw key for node:crypto (RFC 8410). */
const secretPrefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Returns a public key in minisign's file format. */
export function publicKeyText({ id, key }: SecretKey): string {
  const bare = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(publicPrefix.length);
  const line = Buffer.concat([Buffer.from('Ed', 'latin1'), Buffer.from(id, 'hex'), bare]).toString('base64');
  return `untrusted comment: minisign public key ${id}\n${line}\n`;
}

/** Parses a secret key from `minisign -G -W`. Throws SignatureError, also for a key with a password. */
export function readSecretKey(text: string): SecretKey {
  const bytes = Buffer.from(lastLine(text), 'base64');
  if (bytes.length !== 158 || bytes.toString('latin1', 0, 2) !== 'Ed')
    throw new SignatureError('not a minisign secret key; create one with: minisign -G -W');
  if (bytes.readUInt16LE(2) !== 0)
    throw new SignatureError('the secret key has a password, which Satrap does not support; sign with minisign');
  // Three 2-byte algorithm ids, a 32-byte salt, two 8-byte limits, then the key id, the seed and the public key.
  const seed = bytes.subarray(62, 94);
  const key = createPrivateKey({ key: Buffer.concat([secretPrefix, seed]), format: 'der', type: 'pkcs8' });
  return { id: bytes.toString('hex', 54, 62), key };
}

/** Returns a signature file. Deterministic. */
export function signDigest(digest: Buffer, { id, key }: SecretKey, comment: string): string {
  if (/[\r\n]/.test(comment)) throw new SignatureError('a trusted comment must be one line');
  const signature = sign(null, digest, key);
  const whole = sign(null, Buffer.concat([signature, Buffer.from(comment)]), key);
  const first = Buffer.concat([algorithm, Buffer.from(id, 'hex'), signature]);
  return `${untrusted}signature of Satrap\n${first.toString('base64')}\n${trusted}${comment}\n${whole.toString('base64')}\n`;
}

/** Returns the trusted comment of an artifact's signature. */
export const artifactComment = ({ version, platform, channel, file }: ArtifactComment): string =>
  `satrap\tversion:${version}\tplatform:${platform}\tchannel:${channel}\tfile:${file}`;
