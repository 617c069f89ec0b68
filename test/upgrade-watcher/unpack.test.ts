import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { writeArchive } from '../../scripts/release/archive.ts';
import { artifactComment, signDigest } from '../../scripts/release/sign.ts';
import { digestOf } from '../../src/release/minisign.ts';
import { userOf } from '../../src/storage/as-user.ts';
import type { OrderedArchive } from '../../src/upgrade-watcher/journal.ts';
import { ProgramFolder } from '../../src/upgrade-watcher/program-folder.ts';
import { unpackVersion } from '../../src/upgrade-watcher/unpack.ts';
import { makeSigningKey } from '../harness/signing-key.ts';

const key = makeSigningKey();
let root: string;
let archive: OrderedArchive;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'satrap-unpack-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, 'opt/versions/1.0.0/share/satrap/release-keys'), { recursive: true });
  writeFileSync(join(root, 'opt/versions/1.0.0/share/satrap/release-keys/1.pub'), key.publicText);
  mkdirSync(join(root, 'program/bin'), { recursive: true });
  writeFileSync(join(root, 'program/bin/satrap'), '#!/bin/sh\n', { mode: 0o755 });
  archive = await offered('1.1.0');
});

/** Creates an archive as downloaded by the agent. */
async function offered(version: string): Promise<OrderedArchive> {
  const path = join(root, `${version}.tar.gz`);
  await writeArchive(join(root, 'program'), path, { name: 'satrap', mtime: new Date(0), level: 1 });
  const bytes = readFileSync(path);
  const named = { version, channel: 'stable', platform: 'linux-x64' };
  return {
    ...{ path, channel: 'stable', platform: 'linux-x64', sizeBytes: bytes.length },
    sha256: createHash('sha256').update(bytes).digest('hex'),
    signature: signDigest(await digestOf(path), key, artifactComment({ ...named, file: 'satrap.tar.gz' })),
  };
}
const unpack = (what: OrderedArchive, to = '1.1.0') => {
  const folder = new ProgramFolder(join(root, 'opt'));
  return unpackVersion({
    ...{ folder, user: userOf(root), from: '1.0.0', to, archive: what },
    signal: new AbortController().signal,
  });
};
const versions = () => readdirSync(join(root, 'opt/versions')).toSorted();

test('a version is put beside the running one, and what a killed watcher left of it is replaced', async () => {
  mkdirSync(join(root, 'opt/versions/.1.1.0.part'));
  mkdirSync(join(root, 'opt/versions/1.1.0'));
  await unpack(archive);
  expect(versions()).toEqual(['1.0.0', '1.1.0']);
  expect(readdirSync(join(root, 'opt/versions/1.1.0')).toSorted()).toEqual(['.sha256', 'bin']);
  // It is unpacked: no archive is needed again.
  rmSync(archive.path);
  await unpack(archive);
});

// archive.test.ts has every other reason.
test('an archive that is rightly signed, but is another version, is refused, and nothing of it is left', async () => {
  await expect(unpack(await offered('1.0.5'))).rejects.toThrow(/for version 1\.0\.5 instead of 1\.1\.0/);
  await expect(unpack({ ...archive, sha256: '0'.repeat(64) })).rejects.toThrow(/SHA-256/);
  expect(versions()).toEqual(['1.0.0']);
});

test('an order of more than the disk has room for writes nothing, so that it does not take the room of the nodes', async () => {
  const sizeBytes = 900 * 1024 ** 4;
  const { path } = archive;
  await expect(unpack({ ...archive, path, sizeBytes })).rejects.toThrow(/too large for the disk/);
  expect(versions()).toEqual(['1.0.0']);
});

test('a link in the place of the archive is not followed', async () => {
  const path = join(root, 'link');
  symlinkSync(archive.path, path);
  await expect(unpack({ ...archive, path })).rejects.toThrow(/is a link/);
  expect(versions()).toEqual(['1.0.0']);
});
