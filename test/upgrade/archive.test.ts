import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { artifactComment, signDigest } from '../../scripts/release/sign.ts';
import { digestOf, readPublicKey } from '../../src/release/minisign.ts';
import { unpackArchive } from '../../src/upgrade/unpack-archive.ts';
import { releaseKeys, verifyArchive, type WantedArchive } from '../../src/upgrade/verify-archive.ts';
import { makeSigningKey } from '../harness/signing-key.ts';

type Entry = { name: string; type?: 'directory' | 'file' | 'symlink'; mode?: number; linkname?: string };

const key = makeSigningKey();
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'satrap-archive-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

const release: readonly Entry[] = [
  { name: 'satrap-1.1.0-linux-x64/', type: 'directory' },
  { name: 'satrap-1.1.0-linux-x64/bin/satrap', mode: 0o755 },
  { name: 'satrap-1.1.0-linux-x64/lib/main.mjs', mode: 0o600 },
];

async function archiveOf(entries: readonly Entry[]): Promise<string> {
  const tar = pack();
  for (const entry of entries) tar.entry({ ...entry }, entry.type === undefined ? `content of ${entry.name}` : '');
  tar.finalize();
  const file = join(folder, 'satrap-1.1.0-linux-x64.tar.gz');
  writeFileSync(file, gzipSync(Buffer.concat(await Array.fromAsync(tar as AsyncIterable<Buffer>))));
  return file;
}

describe('an archive that is verified', () => {
  const named = { version: '1.1.0', platform: 'linux-x64', channel: 'stable' };

  async function signed(comment: Partial<typeof named> = {}): Promise<{ file: string; wanted: WantedArchive }> {
    const file = await archiveOf(release);
    const bytes = readFileSync(file);
    const words = artifactComment({ ...named, file: 'satrap-1.1.0-linux-x64.tar.gz', ...comment });
    const wanted = {
      ...named,
      sizeBytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      signature: signDigest(await digestOf(file), key, words),
    };
    return { file, wanted };
  }
  const keys = [readPublicKey(key.publicText)];

  test('is accepted by one of several trusted keys', async () => {
    const { file, wanted } = await signed();
    const other = readPublicKey(makeSigningKey().publicText);
    await expect(verifyArchive(file, wanted, { keys: [other, ...keys] })).resolves.toBeUndefined();
  });

  test.each<[string, Partial<WantedArchive>, RegExp]>([
    ['a wrong size', { sizeBytes: 7 }, /bytes, but the release lists 7/],
    ['a wrong hash', { sha256: '0'.repeat(64) }, /SHA-256/],
    ['another version', { version: '1.2.0' }, /correctly signed, but for version 1\.1\.0 instead of 1\.2\.0/],
    ['another platform', { platform: 'linux-arm64' }, /for platform linux-x64/],
    ['another channel', { channel: 'beta' }, /for channel stable/],
  ])('is refused for %s', async (_what, change, message) => {
    const { file, wanted } = await signed();
    await expect(verifyArchive(file, { ...wanted, ...change }, { keys })).rejects.toThrow(message);
  });

  test('is refused with the signature of another file, and with one by a key that is not trusted', async () => {
    const { file, wanted } = await signed();
    const other = join(folder, 'other');
    writeFileSync(other, 'something else');
    const ofOther = signDigest(await digestOf(other), key, artifactComment({ ...named, file: 'other' }));
    await expect(verifyArchive(file, { ...wanted, signature: ofOther }, { keys })).rejects.toThrow(/does not match/);
    await expect(verifyArchive(file, wanted, { keys: [] })).rejects.toThrow(/is not trusted/);
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

  test('is refused where more comes out of it than a release has', async () => {
    const file = await archiveOf(release);
    await expect(unpackArchive(file, join(folder, 'target'), { maxBytes: 20 })).rejects.toThrow(/contains more than/);
  });

  test('is refused where it was cut', async () => {
    const file = await archiveOf(release);
    writeFileSync(file, readFileSync(file).subarray(0, -40));
    await expect(unpackArchive(file, join(folder, 'target'))).rejects.toThrow(/unexpected end/);
  });
});

test('the keys of an installed version are trusted, and a clone has none', () => {
  expect(releaseKeys(folder)).toEqual([]);
  const keys = join(folder, 'share/satrap/release-keys');
  mkdirSync(keys, { recursive: true });
  writeFileSync(join(keys, '1.pub'), key.publicText);
  writeFileSync(join(keys, '2.pub'), makeSigningKey().publicText);
  expect(releaseKeys(folder).map(({ id }) => id)).toContain(key.id);
  expect(releaseKeys(folder)).toHaveLength(2);
});
