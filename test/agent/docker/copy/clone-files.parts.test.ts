import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cloneFiles, isUnchanged } from '../../../../src/agent/docker/copy/clone-files.ts';
import { shared } from '../../../harness/shared-part.ts';
import { type LoopFileSystem, mountLoopDisk } from '../../../harness/sharing-disk.ts';

const sizeMiB = 32;

describe.each<LoopFileSystem>(['btrfs', 'xfs'])('on %s', (fileSystem) => {
  const disk = shared(
    async () => mountLoopDisk(fileSystem),
    (mounted) => mounted[Symbol.dispose](),
  );
  const request = (from: string, to: string) => ({
    ...{ from, to, folders: ['regtest/blocks', 'regtest/chainstate'], owner: { uid: 0, gid: 0 } },
    signal: new AbortController().signal,
  });
  /** A volume with a data directory, and another one for its copy. */
  const places = () => {
    const volumes = ['from-', 'to-'].map((name) => mkdtempSync(join(disk.path, name)));
    const [from = '', to = ''] = volumes.map((volume) => join(volume, 'node'));
    mkdirSync(join(from, 'regtest/blocks'), { recursive: true });
    mkdirSync(join(from, 'regtest/chainstate'));
    return {
      from,
      to,
      write: (name: string, text: string | Buffer) => writeFileSync(join(from, 'regtest', name), text),
    };
  };

  test('clones take no space until one of the files changes', async () => {
    const { from, to, write } = places();
    const content = Buffer.alloc(sizeMiB * 1024 ** 2, 'block ');
    write('blocks/blk00000.dat', content);
    const before = disk.used();
    expect(await cloneFiles(request(from, to))).toMatchObject({ bytes: content.length });
    expect(disk.used() - before).toBeLessThan(sizeMiB / 4);
    write('blocks/blk00000.dat', 'other');
    expect(readFileSync(join(to, 'regtest/blocks/blk00000.dat')).equals(content)).toBe(true);
  });

  test('a second pass clones what changed, appeared and vanished since the first', async () => {
    const { from, to, write } = places();
    for (const name of ['kept', 'changed', 'compacted']) write(`chainstate/${name}`, name);
    const first = await cloneFiles(request(from, to));
    write('chainstate/changed', 'anew');
    write('chainstate/added', 'added');
    rmSync(join(from, 'regtest/chainstate/compacted'));
    await cloneFiles(request(from, to), first);
    const read = (name: string) => readFileSync(join(to, 'regtest/chainstate', name), 'utf8');
    expect(readdirSync(join(to, 'regtest/chainstate')).toSorted()).toEqual(['added', 'changed', 'kept']);
    expect(['added', 'changed', 'kept'].map(read)).toEqual(['added', 'anew', 'kept']);
  });

  test('a change of the same size with an old time is found as well', async () => {
    const { from, to, write } = places();
    write('blocks/blk00000.dat', 'before');
    const first = await cloneFiles(request(from, to));
    write('blocks/blk00000.dat', 'after.');
    utimesSync(join(from, 'regtest/blocks/blk00000.dat'), 1, 1);
    await cloneFiles(request(from, to), first);
    expect(readFileSync(join(to, 'regtest/blocks/blk00000.dat'), 'utf8')).toBe('after.');
  });
});

test('nothing is copied where files cannot share their blocks', async () => {
  using ext4 = mountLoopDisk('ext4');
  const from = join(ext4.path, 'from/node');
  mkdirSync(join(from, 'blocks'), { recursive: true });
  writeFileSync(join(from, 'blocks/blk00000.dat'), 'block');
  const to = join(ext4.path, 'to/node');
  mkdirSync(join(ext4.path, 'to'));
  const request = { from, to, folders: ['blocks'], owner: { uid: 0, gid: 0 }, signal: new AbortController().signal };
  await expect(cloneFiles(request)).rejects.toThrow(/ENOTSUP|EOPNOTSUPP|EINVAL/);
  expect(readdirSync(join(to, 'blocks'))).toEqual([]);
});

test.each([
  ['the same file', {}, true],
  ['another size', { size: 2 }, false],
  ['another file of its name', { inode: 8 }, false],
  ['another time of change', { changedMs: 6000 }, false],
])('%s', (_what, change, expected) => {
  const file = { path: 'a', size: 1, modifiedMs: 0, inode: 7, changedMs: 5000 };
  expect(isUnchanged({ at: 10_000, files: new Map([['a', file]]) }, { ...file, ...change })).toBe(expected);
});

test('a file that changed just before the pass counts as changed', () => {
  const file = { path: 'a', size: 1, modifiedMs: 0, inode: 7, changedMs: 9500 };
  expect(isUnchanged({ at: 10_000, files: new Map([['a', file]]) }, file)).toBe(false);
});
