import { join } from 'node:path';
import { unpackArchive } from '../src/upgrade/unpack-archive.ts';
import { archiveName, releaseFiles } from '../test/harness/release-files.ts';
import { makeSigningKey } from '../test/harness/signing-key.ts';

/** The program of a release of this checkout, unpacked, which hosts run: a bundle with a Node of its own. */
export interface Artifact extends Disposable {
  /** The script that starts it. */
  program: string;
  /** The Node that came with it. */
  node: string;
}

export async function makeArtifact(): Promise<Artifact> {
  const release = await releaseFiles(makeSigningKey());
  const root = join(release.folder, 'unpacked');
  await unpackArchive(join(release.folder, archiveName), root);
  return {
    program: join(root, 'bin/satrap'),
    node: join(root, 'bin/node'),
    [Symbol.dispose]: () => release[Symbol.dispose](),
  };
}
