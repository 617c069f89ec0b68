import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { archiveOf as tarOf } from '../../src/agent/docker/engine/volume-files.ts';
import { readPublicKey } from '../../src/release/minisign.ts';
import { userOf } from '../../src/storage/as-user.ts';
import { unpackArchive } from '../../src/upgrade/unpack-archive.ts';
import { releaseKeys, verifyArchive, type WantedArchive } from '../../src/upgrade/verify-archive.ts';
import type { OrderedArchive } from '../../src/upgrade-watcher/journal.ts';
import { ProgramFolder } from '../../src/upgrade-watcher/program-folder.ts';
import { unpackVersion } from '../../src/upgrade-watcher/unpack.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';
import { makeSigningKey, signedArtifact } from '../harness/signing-key.ts';

type Entry = { name: string; type?: 'directory' | 'file' | 'symlink'; mode?: number; linkname?: string };

const key = makeSigningKey();
const named = { version: '1.1.0', platform: 'linux-x64', channel: 'stable' };
let folder: string;
beforeEach(() => {
  folder = scratchFolder('archive');
});

const release: readonly Entry[] = [
  { name: 'satrap-1.1.0-linux-x64/', type: 'directory' },
  { name: 'satrap-1.1.0-linux-x64/bin/satrap', mode: 0o755 },
  { name: 'satrap-1.1.0-linux-x64/lib/main.mjs', mode: 0o600 },
];

async function archiveOf(entries: readonly Entry[]): Promise<string> {
  const content = ({ name, type }: Entry) => (type === undefined ? `content of ${name}` : '');
  const tar = await tarOf(entries.map((entry) => [{ ...entry }, content(entry)]));
  const file = join(folder, 'satrap-1.1.0-linux-x64.tar.gz');
  writeFileSync(file, gzipSync(tar));
  return file;
}

describe('an archive that is verified', () => {
  const keys = [readPublicKey(makeSigningKey().publicText), readPublicKey(key.publicText)];
  const verify = async (change: Partial<WantedArchive> = {}, trusted = keys) => {
    const file = await archiveOf(release);
    const artifact = signedArtifact(readFileSync(file), key, named);
    await verifyArchive(file, { ...named, ...artifact, ...change }, { keys: trusted });
  };

  test.each<[string, Partial<WantedArchive>, RegExp]>([
    ['a wrong size', { sizeBytes: 7 }, /bytes, but the release lists 7/],
    ['a wrong hash', { sha256: '0'.repeat(64) }, /SHA-256/],
    ['another version', { version: '1.2.0' }, /correctly signed, but for version 1\.1\.0 instead of 1\.2\.0/],
    ['another platform', { platform: 'linux-arm64' }, /for platform linux-x64/],
    ['another channel', { channel: 'beta' }, /for channel stable/],
  ])('is refused for %s', async (_what, change, message) => {
    await expect(verify(change)).rejects.toThrow(message);
  });

  test('is accepted by one of several keys, and refused without any or for another file', async () => {
    await verify();
    await expect(verify({}, keys.slice(0, 1))).rejects.toThrow(/is not trusted/);
    const { signature } = signedArtifact(Buffer.from('something else'), key, named);
    await expect(verify({ signature })).rejects.toThrow(/does not match/);
  });
});

describe('an archive that is unpacked', () => {
  test('leaves its one folder out, and its modes do not depend on the umask', async () => {
    const target = join(folder, '1.1.0');
    const former = process.umask(0o077);
    onTestFinished(() => void process.umask(former));
    await unpackArchive(await archiveOf(release), target);
    expect(readFileSync(join(target, 'lib/main.mjs'), 'utf8')).toBe('content of satrap-1.1.0-linux-x64/lib/main.mjs');
    const modes = ['', 'bin', 'bin/satrap', 'lib/main.mjs'].map((path) => statSync(join(target, path)).mode & 0o777);
    expect(modes).toEqual([0o755, 0o755, 0o755, 0o644]);
  });

  test.each<[string, Entry]>([
    ['outside of its folder', { name: 'satrap/../../outside' }],
    ['outside of its folder', { name: '/etc/satrap/outside' }],
    ['is not a folder or a regular file', { name: 'satrap/link', type: 'symlink', linkname: '/etc' }],
  ])('is refused where it holds something that %s', async (what, entry) => {
    await expect(unpackArchive(await archiveOf([entry]), join(folder, 'target'))).rejects.toThrow(what);
  });

  test('is refused where more comes out of it than a release has, and where it was cut', async () => {
    const file = await archiveOf(release);
    await expect(unpackArchive(file, join(folder, 'target'), { maxBytes: 20 })).rejects.toThrow(/contains more than/);
    writeFileSync(file, readFileSync(file).subarray(0, -40));
    await expect(unpackArchive(file, join(folder, 'other'))).rejects.toThrow(/unexpected end/);
  });
});

describe('a version that the watcher puts beside the running one', () => {
  let archive: OrderedArchive;
  beforeEach(async () => {
    const trusted = join(folder, 'opt/versions/1.0.0/share/satrap/release-keys');
    mkdirSync(trusted, { recursive: true });
    for (const [at, { publicText }] of [makeSigningKey(), key].entries())
      writeFileSync(join(trusted, `${at}.pub`), publicText);
    const path = await archiveOf(release);
    archive = { ...named, path, ...signedArtifact(readFileSync(path), key, named) };
  });
  const unpack = (what: OrderedArchive, to = '1.1.0') =>
    unpackVersion({
      ...{ folder: new ProgramFolder(join(folder, 'opt')), user: userOf(folder), from: '1.0.0', to, archive: what },
      signal: new AbortController().signal,
    });
  const versions = () => readdirSync(join(folder, 'opt/versions')).toSorted();

  test('is verified with the keys of the running version, and replaces a partial one', async () => {
    expect(releaseKeys(join(folder, 'opt/versions/1.0.0')).map(({ id }) => id)).toContain(key.id);
    expect(releaseKeys(folder)).toEqual([]);
    mkdirSync(join(folder, 'opt/versions/.1.1.0.part'));
    mkdirSync(join(folder, 'opt/versions/1.1.0'));
    await unpack(archive);
    expect(versions()).toEqual(['1.0.0', '1.1.0']);
    expect(readdirSync(join(folder, 'opt/versions/1.1.0')).toSorted()).toEqual(['.sha256', 'bin', 'lib']);
    rmSync(archive.path);
    await unpack(archive);
  });

  test('is refused if it is another file, too large or a link, and leaves nothing', async () => {
    await expect(unpack(archive, '1.0.5')).rejects.toThrow(/for version 1\.1\.0 instead of 1\.0\.5/);
    await expect(unpack({ ...archive, sizeBytes: 900 * 1024 ** 4 })).rejects.toThrow(/too large for the disk/);
    const path = join(folder, 'link');
    symlinkSync(archive.path, path);
    await expect(unpack({ ...archive, path })).rejects.toThrow(/is a link/);
    expect(versions()).toEqual(['1.0.0']);
  });
});
