import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfinedFolder, shownName, UnsafeEntry } from '../../../src/storage/confined/confined-folder.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';

function hostileFolder(): { root: string; secret: string } {
  const root = scratchFolder('confined');
  const secret = scratchFolder('secret');
  writeFileSync(join(secret, 'key'), 'host secret');
  return { root, secret };
}

describe('ConfinedFolder', () => {
  test.each([
    ['the folder itself', 'a', ['a']],
    ['a parent', 'a', ['a', 'b']],
    ['the last folder', 'a/b', ['a', 'b']],
  ])('does not follow a link in place of %s', async (_place, at, names) => {
    const { root, secret } = hostileFolder();
    mkdirSync(join(secret, 'b'));
    if (at === 'a/b') mkdirSync(join(root, 'a'));
    symlinkSync(secret, join(root, at));
    await using folder = await ConfinedFolder.openRoot(root);
    await expect(folder.descend(names)).rejects.toThrow(UnsafeEntry);
  });

  test('does not follow a link in place of the root', async () => {
    const { root, secret } = hostileFolder();
    symlinkSync(secret, join(root, 'link'));
    await expect(ConfinedFolder.openRoot(join(root, 'link'))).rejects.toThrow('is not a folder');
  });

  test('does not read through a link in place of a file', async () => {
    const { root, secret } = hostileFolder();
    symlinkSync(join(secret, 'key'), join(root, 'file'));
    await using folder = await ConfinedFolder.openRoot(root);
    await expect(folder.file('file')).rejects.toThrow('is not a file');
  });

  test.each([
    ['fifo', ['p']],
    ['device', ['c', '1', '5']],
  ])('opens no %s', async (_kind, [type = '', ...numbers]) => {
    const { root } = hostileFolder();
    execFileSync('mknod', [join(root, 'special'), type, ...numbers]);
    await using folder = await ConfinedFolder.openRoot(root);
    await expect(folder.file('special')).rejects.toThrow('is not a file');
  });

  test.each(['', '.', '..', 'a/b', '/etc/passwd', 'a\0b'])('has no entry named %j', async (name) => {
    const { root } = hostileFolder();
    await using folder = await ConfinedFolder.openRoot(root);
    expect(() => folder.at(name)).toThrow(UnsafeEntry);
  });

  test('reaches nothing once it is closed', async () => {
    const { root } = hostileFolder();
    const folder = await ConfinedFolder.openRoot(root);
    await folder[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
    expect(() => folder.at('file')).toThrow('is closed');
  });

  test.each([10, 3000])('names all of %i entries', async (count) => {
    const { root } = hostileFolder();
    const names = Array.from({ length: count }, (_none, index) => `entry ${index}`);
    for (const name of names) writeFileSync(join(root, name), '');
    await using folder = await ConfinedFolder.openRoot(root);
    const found = await Array.fromAsync(folder.names(), (name) => name.toString());
    expect(found.toSorted()).toEqual(names.toSorted());
  });

  test('stays in its folder when the path leads elsewhere meanwhile', async () => {
    const { root, secret } = hostileFolder();
    mkdirSync(join(root, 'a'));
    writeFileSync(join(root, 'a/key'), 'own');
    await using folder = await ConfinedFolder.openRoot(root);
    await using inner = await folder.folder('a');
    await folder.move('a', folder, 'moved');
    symlinkSync(secret, join(root, 'a'));
    expect((await inner.read('key', 100)).toString()).toBe('own');
  });

  test('replaces no existing file', async () => {
    const { root, secret } = hostileFolder();
    symlinkSync(join(secret, 'key'), join(root, 'file'));
    await using folder = await ConfinedFolder.openRoot(root);
    await expect(folder.createFile('file', 0o600)).rejects.toMatchObject({ code: 'EEXIST' });
    expect(readFileSync(join(secret, 'key'), 'utf8')).toBe('host secret');
  });

  test('reads no more than it was asked to', async () => {
    const { root } = hostileFolder();
    writeFileSync(join(root, 'large'), 'x'.repeat(101));
    await using folder = await ConfinedFolder.openRoot(root);
    await expect(folder.read('large', 100)).rejects.toThrow('is larger than 100 bytes');
  });

  test('removes a link, not its target', async () => {
    const { root, secret } = hostileFolder();
    symlinkSync(join(secret, 'key'), join(root, 'link'));
    linkSync(join(secret, 'key'), join(root, 'hard'));
    await using folder = await ConfinedFolder.openRoot(root);
    await folder.unlink('link');
    await folder.unlink('hard');
    expect(readFileSync(join(secret, 'key'), 'utf8')).toBe('host secret');
  });
});

test('shownName cuts a long name', () => {
  expect(shownName('x'.repeat(4000))).toHaveLength(81);
});

test('shownName shows no control or direction character', () => {
  expect(shownName('a\u001b[2J\u202eb\nc')).toBe('a?[2J?b?c');
});
