import { createHash } from 'node:crypto';
import { artifactComment, type SecretKey, signDigest } from '../../scripts/release/sign.ts';
import { platform } from '../harness/release-files.ts';
import type { CatalogEntry } from './upgrade-machine.ts';

/** Returns what a catalog rightly says of an archive that this key signs for a version. */
export const catalogEntry = (version: string, archive: Buffer, key: SecretKey): CatalogEntry => ({
  sizeBytes: archive.length,
  sha256: createHash('sha256').update(archive).digest('hex'),
  signature: signDigest(
    createHash('blake2b512').update(archive).digest(),
    key,
    artifactComment({ version, platform, channel: 'stable', file: `satrap-${version}-${platform}.tar.gz` }),
  ),
});
