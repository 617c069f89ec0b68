import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeRelease } from '../../scripts/release/make-release.ts';
import type { Platform } from '../../scripts/release/runtime.ts';
import type { SecretKey } from '../../src/release/minisign-key.ts';
import { ownVersion } from '../../src/version.ts';

export const platform = `${process.platform}-${process.arch}` as Platform;
export const archiveName = `satrap-${ownVersion()}-${platform}.tar.gz`;

/** The files of a release of this checkout for this machine, hardly compressed. */
export async function releaseFiles(secretKey: SecretKey): Promise<{ folder: string } & Disposable> {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-release-files-'));
  const out = join(folder, 'release');
  mkdirSync(out);
  const options = { out, platforms: [platform], channel: 'stable', mtime: new Date('2026-01-01T00:00:00Z') };
  const url = 'https://releases.example.com/satrap/';
  await makeRelease({ ...options, secretKey, url, notes: 'A test.', level: 1, say: () => {} });
  return { folder: out, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}
