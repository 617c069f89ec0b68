import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeRelease } from '../scripts/release/make-release.ts';
import { unpackArchive } from '../src/upgrade/unpack-archive.ts';
import { archiveName, releaseOptions } from '../test/harness/release-files.ts';
import { makeSigningKey } from '../test/harness/signing-key.ts';

/** The unpacked program of a release of this checkout, as hosts run it: a bundle with its own Node. */
export interface Artifact extends Disposable {
  /** The script that starts it. */
  program: string;
  /** The bundled Node. */
  node: string;
}

export async function makeArtifact(): Promise<Artifact> {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-artifact-'));
  await makeRelease(releaseOptions(folder, makeSigningKey()));
  const root = join(folder, 'unpacked');
  await unpackArchive(join(folder, archiveName), root);
  return {
    program: join(root, 'bin/satrap'),
    node: join(root, 'bin/node'),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
