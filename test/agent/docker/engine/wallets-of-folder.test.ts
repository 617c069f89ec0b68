import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { walletsOfFolder } from '../../../../src/agent/docker/engine/wallets.ts';
import { nestFolders, removeNested } from '../../../harness/nested-folders.ts';
import { scratchFolder } from '../../../harness/scratch-folder.ts';

test('walletsOfFolder names wallets, and gives others by their paths in the container', async () => {
  const directory = scratchFolder('stray');
  const files = [
    ...['wallets/listed/wallet.dat', 'regtest/wallets/wallet.dat', 'blocks/blk00000.dat', 'blocks/wallet.dat'],
    ...['savings/wallet.dat', 'regtest/deep/er/wallet.dat', 'regtest/other.dat', 'signet/x/wallets/wallet.dat'],
  ];
  for (const file of files) {
    const path = join(directory, 'node', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
  }
  expect(await walletsOfFolder('/nonexistent/satrap')).toEqual([]);
  expect(await walletsOfFolder(directory)).toEqual([
    ...['', '/satrap/node/blocks', '/satrap/node/regtest/deep/er', '/satrap/node/savings'],
    ...['/satrap/node/signet/x/wallets', 'listed'],
  ]);
});

test('walletsOfFolder is null for data that only the daemon can read', async () => {
  // Not in the folder of the run, which only root can read.
  const directory = mkdtempSync('/var/tmp/satrap-stray-');
  onTestFinished(() => rmSync(directory, { recursive: true }));
  chmodSync(directory, 0o755);
  mkdirSync(join(directory, 'node/regtest/savings'), { recursive: true });
  writeFileSync(join(directory, 'node/regtest/savings/wallet.dat'), '');
  const asNobody = async () => {
    using _anyone = withoutRoot();
    return await walletsOfFolder(directory);
  };
  expect(await asNobody()).toEqual(['/satrap/node/regtest/savings']);
  for (const folder of ['node/regtest', 'node', '.']) {
    chmodSync(join(directory, folder), 0o000);
    expect(await asNobody()).toBeNull();
    chmodSync(join(directory, folder), 0o755);
  }
});

test('walletsOfFolder follows no link', async () => {
  const directory = scratchFolder('linked');
  const elsewhere = scratchFolder('elsewhere');
  writeFileSync(join(elsewhere, 'wallet.dat'), '');
  mkdirSync(join(directory, 'node'));
  symlinkSync(elsewhere, join(directory, 'node/wallets'));
  symlinkSync(join(elsewhere, 'wallet.dat'), join(directory, 'node/wallet.dat'));
  expect(await walletsOfFolder(directory)).toEqual([]);
});

test('walletsOfFolder copes with 2,000 nested folders of long names', async () => {
  const directory = scratchFolder('deep');
  mkdirSync(join(directory, 'node'));
  await nestFolders(join(directory, 'node'), 2000, 'd'.repeat(200));
  mkdirSync(join(directory, 'node/savings'));
  writeFileSync(join(directory, 'node/savings/wallet.dat'), '');
  expect(await walletsOfFolder(directory)).toEqual(['/satrap/node/savings']);
  await removeNested(directory);
});

test('walletsOfFolder › names the whole directory instead of thousands of wallets', async () => {
  const directory = scratchFolder('many');
  for (let count = 0; count < 1005; count++) {
    const wallet = join(directory, 'node/wallets', String(count));
    mkdirSync(wallet, { recursive: true });
    writeFileSync(join(wallet, 'wallet.dat'), '');
  }
  const found = (await walletsOfFolder(directory)) ?? [];
  expect(found).toHaveLength(1001);
  expect(found[0]).toBe('/satrap/node');
});

/** A user restricted by file modes, unlike root. */
function withoutRoot(): Disposable {
  const own = process.geteuid?.();
  if (own === 0) process.seteuid?.(65_534);
  return {
    [Symbol.dispose]: () => {
      if (own === 0) process.seteuid?.(0);
    },
  };
}
