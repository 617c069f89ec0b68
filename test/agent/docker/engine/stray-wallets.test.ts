import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { strayWallets } from '../../../../src/agent/docker/engine/stray-wallets.ts';

test('wallets elsewhere than in the folder of wallets are found by their paths in the container, whatever else is there', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'satrap-stray-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const files = [
    ...['wallets/listed/wallet.dat', 'regtest/wallets/wallet.dat', 'blocks/blk00000.dat', 'blocks/wallet.dat'],
    ...['savings/wallet.dat', 'regtest/deep/er/wallet.dat', 'regtest/other.dat', 'signet/x/wallets/wallet.dat'],
  ];
  for (const file of files) {
    const path = join(directory, 'node', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
  }
  expect(await strayWallets(directory)).toEqual([
    ...['/satrap/node/blocks', '/satrap/node/regtest/deep/er', '/satrap/node/savings', '/satrap/node/signet/x/wallets'],
  ]);
});

test('a directory that is not seen has none', async () => {
  expect(await strayWallets('/nonexistent/satrap')).toEqual([]);
});
