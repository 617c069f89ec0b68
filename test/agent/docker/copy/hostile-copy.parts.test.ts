import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nestFolders, removeNested } from '../../../harness/nested-folders.ts';
import { scratchFolder } from '../../../harness/scratch-folder.ts';
import { chain, copy, directories, filesIn, write } from './chain-folders.ts';

describe('a copy of what a hostile daemon left', () => {
  const secretIn = (root: string): string => {
    const secret = scratchFolder('secret');
    write(secret, { 'blocks/blk00000.dat': 'host secret', id_rsa: 'host secret', 'blk00000.dat': 'host secret' });
    write(root, chain);
    return secret;
  };
  const levels = [
    '..',
    '.',
    'regtest',
    'regtest/blocks',
    'regtest/chainstate',
    'regtest/blocks/index',
    'regtest/blocks/blk00000.dat',
  ];

  test.each(levels)('is refused with a link in place of %s', async (level) => {
    const roots = directories();
    const secret = secretIn(roots.from);
    // The data directory is below a folder of the node, which can be a link as well.
    const from = join(roots.from, 'volume/data');
    write(from, chain);
    rmSync(join(from, level), { recursive: true });
    write(join(secret, 'data'), chain);
    symlinkSync(level.endsWith('.dat') ? join(secret, 'id_rsa') : secret, join(from, level));
    await expect(copy({ ...roots, from })).rejects.toThrow(/cannot copy/);
    const copied = filesIn(roots.to).map((file) => readFileSync(join(roots.to, file), 'utf8'));
    expect(copied).not.toContain('host secret');
  });

  test.each([
    ['a pipe', ['p']],
    ['a device', ['c', '1', '5']],
  ])('is refused with %s', async (_kind, [type = '', ...numbers]) => {
    const roots = directories();
    secretIn(roots.from);
    execFileSync('mknod', [join(roots.from, 'regtest/blocks/special'), type, ...numbers]);
    await expect(copy(roots)).rejects.toThrow('neither a file nor a folder');
  });

  test('is refused with a second name of another user’s file', async () => {
    const roots = directories();
    const secret = secretIn(roots.from);
    chownSync(roots.from, 12_345, 12_345);
    linkSync(join(secret, 'id_rsa'), join(roots.from, 'regtest/blocks/blk00001.dat'));
    await expect(copy(roots)).rejects.toThrow('a file of another user with several names');
  });

  test('is refused with deeply nested folders', async () => {
    const roots = directories();
    secretIn(roots.from);
    await nestFolders(join(roots.from, 'regtest/blocks'), 2000, 'd'.repeat(200));
    await expect(copy(roots)).rejects.toThrow('a path of more than 4096 bytes');
    await removeNested(roots.from);
  });

  test('has no set-user-id bit', async () => {
    const roots = directories();
    secretIn(roots.from);
    chmodSync(join(roots.from, 'regtest/blocks/blk00000.dat'), 0o6755);
    await copy(roots);
    expect(statSync(join(roots.to, 'regtest/blocks/blk00000.dat')).mode & 0o7777).toBe(0o700);
  });

  test('is never within reach of others with the rights of its source', async () => {
    const roots = directories();
    secretIn(roots.from);
    chmodSync(join(roots.from, 'regtest/blocks/blk00000.dat'), 0o6755);
    const modes: number[] = [];
    await copy(roots, undefined, () => modes.push(statSync(join(roots.to, '../.satrap-copy')).mode & 0o7777));
    expect(new Set(modes)).toEqual(new Set([0o700]));
    expect(readdirSync(join(roots.to, '..'))).toEqual(['from', 'to']);
  });

  test('is refused with a file that was exchanged after it was listed', async () => {
    const roots = directories();
    const secret = secretIn(roots.from);
    chownSync(roots.from, 12_345, 12_345);
    const exchange = () => {
      for (const name of ['blk00000.dat', 'rev00000.dat', 'xor.dat']) {
        const path = join(roots.from, 'regtest/blocks', name);
        rmSync(path, { force: true });
        linkSync(join(secret, 'id_rsa'), path);
      }
    };
    await expect(copy(roots, undefined, exchange)).rejects.toThrow('a file of another user with several names');
  });

  test('is refused with more paths than fit into memory', async () => {
    const roots = directories();
    secretIn(roots.from);
    const deep = join(roots.from, 'regtest/blocks', ...Array.from({ length: 16 }, () => 'd'.repeat(230)));
    mkdirSync(deep, { recursive: true });
    for (let count = 0; count < 2400; count++) mkdirSync(join(deep, String(count)));
    await expect(copy(roots)).rejects.toThrow('have more than 8388608 bytes');
  });

  test('never has a byte from outside while the daemon exchanges folders for links', async () => {
    const roots = directories();
    const secret = secretIn(roots.from);
    const blocks = join(roots.from, 'regtest/blocks');
    const exchange = `
      const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
      const [blocks, secret] = process.argv.slice(1);
      console.log('running');
      for (;;) {
        renameSync(blocks, blocks + '.own');
        symlinkSync(secret, blocks);
        unlinkSync(blocks);
        renameSync(blocks + '.own', blocks);
      }`;
    const writer = spawn(process.execPath, ['-e', exchange, blocks, secret], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void writer.kill('SIGKILL'));
    await once(writer.stdout, 'data');
    const outcomes = new Set<string>();
    for (let round = 0; round < 150; round++) {
      const to = join(roots.to, String(round));
      outcomes.add(
        await copy({ from: roots.from, to }).then(
          () => 'copied',
          () => 'refused',
        ),
      );
      const texts = filesIn(to).map((file) => readFileSync(join(to, file), 'utf8'));
      expect(texts).not.toContain('host secret');
    }
    expect(outcomes.size).toBeGreaterThan(0);
  });
});
