import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unpackArchive } from '../src/upgrade/unpack-archive.ts';
import { archiveName, writeRelease } from '../test/harness/release-files.ts';
import { makeSigningKey } from '../test/harness/signing-key.ts';

/** The program of a release of this checkout, unpacked, which hosts run: a bundle with a Node of its own. */
export interface Artifact extends Disposable {
  /** The script that starts it. */
  program: string;
  /** The Node that came with it. */
  node: string;
}

export async function makeArtifact(): Promise<Artifact> {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-artifact-'));
  await writeRelease(folder, makeSigningKey());
  const root = join(folder, 'unpacked');
  await unpackArchive(join(folder, archiveName), root);
  return {
    program: join(root, 'bin/satrap'),
    node: join(root, 'bin/node'),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
