import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfinedFolder } from '../../../src/storage/confined/confined-folder.ts';
import { removeTree } from '../../../src/storage/confined/remove-tree.ts';
import { nestFolders } from '../../harness/nested-folders.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';

/** A folder `data` to remove, beside a folder that must stay as it is. */
function place(): { root: string; data: string; canary: string } {
  const root = scratchFolder('remove');
  const [data, canary] = [join(root, 'data'), join(root, 'canary')];
  mkdirSync(data);
  mkdirSync(canary);
  writeFileSync(join(canary, 'file'), 'stays');
  return { root, data, canary };
}

async function removed(root: string): Promise<string[]> {
  await using parent = await ConfinedFolder.openRoot(root);
  await removeTree(parent, 'data');
  return readdirSync(root);
}

describe('removeTree', () => {
  test.each([
    [200, 'd'],
    [2000, 'd'.repeat(200)],
  ])('removes %i levels of folders', async (levels, name) => {
    const { root, data } = place();
    await nestFolders(data, levels, name);
    expect(await removed(root)).toEqual(['canary']);
  });

  test('removes names that are not text', async () => {
    const { root, data } = place();
    writeFileSync(Buffer.concat([Buffer.from(`${data}/`), Buffer.from([0xff, 0xfe, 0x0a])]), '');
    mkdirSync(Buffer.concat([Buffer.from(`${data}/`), Buffer.from([0xc3, 0x28])]));
    expect(await removed(root)).toEqual(['canary']);
  });

  test('removes folders that their owner locked', async () => {
    const { root, data } = place();
    mkdirSync(join(data, 'locked/inner'), { recursive: true });
    chmodSync(join(data, 'locked'), 0o000);
    expect(await removed(root)).toEqual(['canary']);
  });

  test('removes pipes and devices without opening them', async () => {
    const { root, data } = place();
    execFileSync('mknod', [join(data, 'pipe'), 'p']);
    execFileSync('mknod', [join(data, 'null'), 'c', '1', '3']);
    expect(await removed(root)).toEqual(['canary']);
  });

  test('leaves what links lead to as it is', async () => {
    const { root, data, canary } = place();
    const before = statSync(join(canary, 'file'));
    mkdirSync(join(data, 'regtest'));
    symlinkSync(canary, join(data, 'regtest/blocks'));
    symlinkSync(join(canary, 'file'), join(data, 'file'));
    expect(await removed(root)).toEqual(['canary']);
    expect(statSync(join(canary, 'file'))).toEqual(before);
  });

  test('refuses a link in place of the folder', async () => {
    const { root, canary } = place();
    const other = scratchFolder('linked');
    symlinkSync(canary, join(other, 'data'));
    await using parent = await ConfinedFolder.openRoot(other);
    await expect(removeTree(parent, 'data')).rejects.toThrow('is not a folder');
    expect(existsSync(join(root, 'canary/file'))).toBe(true);
  });

  test('is done when the folder is already gone', async () => {
    const root = scratchFolder('gone');
    await using parent = await ConfinedFolder.openRoot(root);
    await expect(removeTree(parent, 'data')).resolves.toBeUndefined();
  });

  test('has no call in flight when it fails', async () => {
    const { root, data, canary } = place();
    for (let file = 0; file < 15; file++) writeFileSync(join(data, `file ${file}`), '');
    // A mounted file cannot be removed.
    execFileSync('mount', ['--bind', join(canary, 'file'), join(data, 'file 0')]);
    try {
      await expect(removed(root)).rejects.toThrow('EBUSY');
      expect(readdirSync(data)).toEqual(['file 0']);
    } finally {
      execFileSync('umount', [join(data, 'file 0')]);
    }
  });

  test('enters no mount', async () => {
    const { root, data, canary } = place();
    mkdirSync(join(data, 'inner/mounted'), { recursive: true });
    execFileSync('mount', ['--bind', canary, join(data, 'inner/mounted')]);
    try {
      await expect(removed(root)).rejects.toThrow('mounted is a mount; unmount it first');
      expect(readdirSync(canary)).toEqual(['file']);
    } finally {
      execFileSync('umount', [join(data, 'inner/mounted')]);
    }
  });
});
