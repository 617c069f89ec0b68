import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { copyFiles } from '../../../../src/agent/docker/copy/copy-files.ts';
import { mountSharingDisk, type SharingDisk } from '../../../harness/sharing-disk.ts';
import { smallDisk } from '../../../harness/small-disk.ts';

let disk: SharingDisk;

beforeAll(async () => {
  disk = await mountSharingDisk();
  return () => disk[Symbol.dispose]();
}, 120_000);

const blockFile = 'regtest/blocks/blk00000.dat';
const sizeMiB = 32;

/** A data directory with one block file. */
function source(under: string): string {
  const from = mkdtempSync(join(under, 'from-'));
  mkdirSync(join(from, 'regtest/blocks'), { recursive: true });
  writeFileSync(join(from, blockFile), Buffer.alloc(sizeMiB * 1024 ** 2, 'block '));
  return from;
}

const copy = (from: string, to: string) =>
  copyFiles({
    ...{ from, to, folders: ['regtest/blocks'], owner: { uid: 0, gid: 0 } },
    ...{ onProgress: () => undefined, signal: new AbortController().signal },
  });

test('where the file system can, a copy shares its blocks with the data until one of them changes: it takes no room', async () => {
  const from = source(disk.path);
  const before = disk.used();
  const to = join(disk.path, 'to');
  expect(await copy(from, to)).toEqual({ bytes: sizeMiB * 1024 ** 2, method: disk.method });
  const taken = disk.used() - before;
  expect(disk.method === 'reflink' ? taken < sizeMiB / 4 : taken >= sizeMiB).toBe(true);
  const original = readFileSync(join(from, blockFile));
  expect(readFileSync(join(to, blockFile)).equals(original)).toBe(true);
  writeFileSync(join(from, blockFile), 'other', { flag: 'r+' });
  expect(readFileSync(join(to, blockFile)).equals(original)).toBe(true);
});

test.each(['to', 'from'])('what goes %s another disk, which shares nothing, is copied', async (direction) => {
  const other = smallDisk(2 * sizeMiB);
  const [here, there] = direction === 'to' ? [disk.path, other.path] : [other.path, disk.path];
  const from = source(here);
  const to = join(there, `copy-${direction}`);
  expect(await copy(from, to)).toEqual({ bytes: sizeMiB * 1024 ** 2, method: 'copy' });
  expect(readFileSync(join(to, blockFile)).equals(readFileSync(join(from, blockFile)))).toBe(true);
});
