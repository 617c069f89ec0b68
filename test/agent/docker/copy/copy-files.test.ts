import { readFileSync, rmSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifyCopy } from '../../../../src/agent/docker/steps/verify-root.ts';
import { chain, copy, directories, filesIn, write } from './chain-folders.ts';

test('copies the chain and the desired indexes, and no wallets or settings', async () => {
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

test('a repeated copy keeps unchanged block files, and drops what the source lost', async () => {
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
