import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { artifactComment, publicKeyText, type SecretKey, signDigest } from '../../scripts/release/sign.ts';

export interface TestSigningKey extends SecretKey {
  publicText: string;
}

export function makeSigningKey(): TestSigningKey {
  const secret = { id: randomBytes(8).toString('hex'), key: generateKeyPairSync('ed25519').privateKey };
  return { ...secret, publicText: publicKeyText(secret) };
}

/** The size, the hash and the signature of an archive, as the catalog of a release lists them. */
export function signedArtifact(
  archive: Buffer,
  key: SecretKey,
  { version, platform, channel = 'stable' }: { version: string; platform: string; channel?: string },
): { sizeBytes: number; sha256: string; signature: string } {
  const comment = artifactComment({ version, platform, channel, file: `satrap-${version}-${platform}.tar.gz` });
  return {
    sizeBytes: archive.length,
    sha256: createHash('sha256').update(archive).digest('hex'),
    signature: signDigest(createHash('blake2b512').update(archive).digest(), key, comment),
  };
}
