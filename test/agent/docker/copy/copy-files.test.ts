import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { copyFiles } from '../../../../src/agent/docker/copy/copy-files.ts';
import { seedFolders } from '../../../../src/agent/docker/copy/seed-folders.ts';
import { verifyCopy } from '../../../../src/agent/docker/steps/move-root.ts';
import { configWith } from '../../../bitcoin/config.ts';
import { nestFolders, removeNested } from '../../../harness/nested-folders.ts';
import { scratchFolder } from '../../../harness/scratch-folder.ts';

const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

function directories(): { from: string; to: string } {
  const root = scratchFolder('copy');
  return { from: join(root, 'from'), to: join(root, 'to') };
}

function write(root: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

const chain = {
  'regtest/blocks/blk00000.dat': 'first blocks',
  'regtest/blocks/rev00000.dat': 'undo',
  'regtest/blocks/xor.dat': '12345678',
  'regtest/blocks/index/000005.ldb': 'index',
  'regtest/chainstate/000003.log': 'outputs',
};

const copy = (roots: { from: string; to: string }, signal = new AbortController().signal) => {
  const seen: number[] = [];
  const folders = seedFolders(configWith([]));
  const onProgress = ({ done }: { done: number }) => seen.push(done);
  return copyFiles({ ...roots, folders, owner, onProgress, signal }).then((result) => ({ ...result, seen }));
};

const filesIn = (root: string): string[] =>
  !existsSync(root)
    ? []
    : readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
        .toSorted();

test('copies the chain and the indexes that are wanted, and neither wallets nor peers, bans, settings and configuration', async () => {
  const roots = directories();
  write(roots.from, {
    ...chain,
    ...{ 'regtest/indexes/txindex/000001.ldb': 'tx', 'regtest/indexes/coinstats/db/000001.ldb': 'not wanted' },
    ...{ 'regtest/wallets/savings/wallet.dat': 'keys', 'regtest/peers.dat': 'peers', 'regtest/banlist.json': 'bans' },
    ...{ 'regtest/settings.json': '{}', 'bitcoin.conf': 'rpcauth=…', 'regtest/mempool.dat': 'transactions' },
  });
  const { bytes, seen } = await copy(roots);
  expect(filesIn(roots.to)).toEqual([...Object.keys(chain), 'regtest/indexes/txindex/000001.ldb'].toSorted());
  expect(bytes).toBe(seen.at(-1));
  for (const [path, text] of Object.entries(chain)) expect(readFileSync(join(roots.to, path), 'utf8')).toBe(text);
  expect(statSync(join(roots.to, 'regtest')).mode & 0o777).toBe(0o700);
});

test('a copy that is begun again keeps the block files that did not change, and nothing that the source no longer has', async () => {
  const roots = directories();
  write(roots.from, chain);
  await copy(roots);
  const kept = statSync(join(roots.to, 'regtest/blocks/blk00000.dat')).ino;
  write(roots.from, { 'regtest/chainstate/000004.log': 'later outputs' });
  rmSync(join(roots.from, 'regtest/chainstate/000003.log'));
  rmSync(join(roots.from, 'regtest/blocks/rev00000.dat'));
  write(roots.from, { 'regtest/blocks/xor.dat': '87654321' });
  utimesSync(join(roots.from, 'regtest/blocks/xor.dat'), 1, 1);
  write(roots.to, { 'regtest/blocks/blk00001.dat.part': 'half' });
  await copy(roots);
  expect(statSync(join(roots.to, 'regtest/blocks/blk00000.dat')).ino).toBe(kept);
  expect(filesIn(roots.to)).toEqual(filesIn(roots.from));
  expect(readFileSync(join(roots.to, 'regtest/blocks/xor.dat'), 'utf8')).toBe('87654321');
});

test('a copy ends when it is cancelled, and refuses what is no file', async () => {
  const roots = directories();
  write(roots.from, chain);
  await expect(copy(roots, AbortSignal.abort(new Error('cancelled')))).rejects.toThrow('cancelled');
  symlinkSync('/etc/passwd', join(roots.from, 'regtest/blocks/blk00002.dat'));
  await expect(copy(roots)).rejects.toThrow('neither a file nor a folder');
});

const verified = { 'blocks/blk00000.dat': 'blocks', 'chainstate/CURRENT': 'state', 'wallets/a/wallet.dat': 'keys' };

test.each<[string, Record<string, string>, Record<string, string>, RegExp | null]>([
  ['has the same files', verified, verified, null],
  ['lacks a file', verified, { ...verified, 'chainstate/CURRENT': '' }, /copy of chainstate\/CURRENT differs/],
  ['has a wallet with other bytes', verified, { ...verified, 'wallets/a/wallet.dat': 'kees' }, /wallet.dat differs/],
  ['has a file more', verified, { ...verified, 'blocks/x': 'x' }, /the copy has 4 files, but the original has 3/],
  ['was made of data that was not there', {}, {}, /is empty; check that its disk is mounted/],
])('a copy that %s is sound, or refused with the reason', async (_what, source, copied, reason) => {
  const { from, to } = directories();
  write(join(from, 'node'), source);
  write(join(to, 'node'), copied);
  const volumes = [
    { dataRoot: 'old', directory: from, path: from },
    { dataRoot: 'new', directory: to, path: to },
  ];
  const verifying = verifyCopy(volumes, { from: 'old', to: 'new' }, new AbortController().signal);
  if (reason === null) await verifying;
  else await expect(verifying).rejects.toThrow(reason);
});

describe('a copy of what a hostile daemon left', () => {
  const secretIn = (root: string): string => {
    const secret = scratchFolder('secret');
    write(secret, { 'blocks/blk00000.dat': 'host secret', id_rsa: 'host secret', 'blk00000.dat': 'host secret' });
    write(root, chain);
    return secret;
  };
  const levels = [
    'regtest',
    'regtest/blocks',
    'regtest/chainstate',
    'regtest/blocks/index',
    'regtest/blocks/blk00000.dat',
  ];

  test.each(levels)('is refused with a link in place of %s', async (level) => {
    const roots = directories();
    const secret = secretIn(roots.from);
    rmSync(join(roots.from, level), { recursive: true });
    symlinkSync(level.endsWith('.dat') ? join(secret, 'id_rsa') : secret, join(roots.from, level));
    await expect(copy(roots)).rejects.toThrow(/cannot copy/);
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
