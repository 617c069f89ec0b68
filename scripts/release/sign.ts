import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { ArtifactComment } from '../../src/release/artifact-comment.ts';
import { algorithm, lastLine, publicPrefix, SignatureError, trusted, untrusted } from '../../src/release/minisign.ts';

export interface SecretKey {
  /** As in a PublicKey. */
  id: string;
  key: KeyObject;
}

/** What comes before the bare key in DER, as node:crypto reads it (RFC 8410). */
const secretPrefix = Buffer.from('302e020100300506032b657004220420', 'hex');

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

/** Returns the text of a signature. The same input gives the same text. Pure. */
export function signDigest(digest: Buffer, { id, key }: SecretKey, comment: string): string {
  if (/[\r\n]/.test(comment)) throw new SignatureError('a trusted comment is one line');
  const signature = sign(null, digest, key);
  const whole = sign(null, Buffer.concat([signature, Buffer.from(comment)]), key);
  const first = Buffer.concat([algorithm, Buffer.from(id, 'hex'), signature]);
  return `${untrusted}signature of Satrap\n${first.toString('base64')}\n${trusted}${comment}\n${whole.toString('base64')}\n`;
}

/** Returns the trusted comment of an artifact's signature. Pure. */
export const artifactComment = ({ version, platform, channel, file }: ArtifactComment): string =>
  `satrap\tversion:${version}\tplatform:${platform}\tchannel:${channel}\tfile:${file}`;
