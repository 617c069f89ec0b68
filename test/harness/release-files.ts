import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReleaseOptions } from '../../scripts/release/make-release.ts';
import type { Platform } from '../../scripts/release/runtime.ts';
import type { SecretKey } from '../../scripts/release/sign.ts';
import { ownVersion } from '../../src/version.ts';

export const platform = `${process.platform}-${process.arch}` as Platform;
export const archiveName = `satrap-${ownVersion()}-${platform}.tar.gz`;

/** The console and the site as built by scripts/install.sh; undefined if they were not. */
export function builtFolder(): string | undefined {
  const folder = join(import.meta.dirname, '../../build');
  return existsSync(join(folder, 'site')) ? folder : undefined;
}

/** The contents of an archive, as far as the tests read them (CycloneDX). */
export interface Sbom {
  components: { name: string; version: string; hashes?: { content: string }[]; licenses: object[] }[];
}

export const sha256 = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/** How a release of this checkout for this machine is made in a folder, with little compression. */
export const releaseOptions = (out: string, secretKey: SecretKey): ReleaseOptions => ({
  ...{ out, secretKey, platforms: [platform], channel: 'stable', mtime: new Date('2026-01-01T00:00:00Z') },
  ...{ url: 'https://releases.example.com/satrap/', notes: 'A test.', level: 1, builtFolder: builtFolder() },
  say: () => {},
});
