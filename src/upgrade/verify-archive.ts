import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readArtifactComment, requireArtifact } from '../release/artifact-comment.ts';
import { type PublicKey, readPublicKey, verifyDigest } from '../release/minisign.ts';
import type { ArchiveOrder } from './upgrade-files.ts';

/** The archive is not the requested one. The message says what differs. */
export class ArchiveRefused extends Error {
  override name = 'ArchiveRefused';
}

/** Programs are compressed to a third or a quarter of their size. */
export const unpackedFactor = 5;

export interface WantedArchive
  extends Pick<ArchiveOrder, 'platform' | 'channel' | 'sizeBytes' | 'sha256' | 'signature'> {
  version: string;
}

/** Verifies size, hash and signature, for this version, platform and channel. Throws ArchiveRefused, SignatureError. */
export async function verifyArchive(
  file: string,
  { signature, sizeBytes, sha256, ...wanted }: WantedArchive,
  { keys, signal }: { keys: readonly PublicKey[]; signal?: AbortSignal },
): Promise<void> {
  const { size } = await stat(file);
  if (size !== sizeBytes) throw new ArchiveRefused(`the archive has ${size} bytes, but the release lists ${sizeBytes}`);
  const hash = createHash('sha256');
  const digest = createHash('blake2b512');
  for await (const chunk of createReadStream(file, { signal }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    digest.update(chunk);
  }
  const found = hash.digest('hex');
  if (found !== sha256) throw new ArchiveRefused(`the archive has SHA-256 ${found}, but the release lists ${sha256}`);
  requireArtifact(readArtifactComment(verifyDigest(digest.digest(), signature, keys)), wanted);
}

/** Returns the release keys of an installed version, in its folder `root`; empty for a clone. Throws SignatureError. */
export function releaseKeys(root: string): PublicKey[] {
  const folder = join(root, 'share/satrap/release-keys');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.pub')) : [];
  return names.toSorted().map((name) => readPublicKey(readFileSync(join(folder, name), 'utf8')));
}
