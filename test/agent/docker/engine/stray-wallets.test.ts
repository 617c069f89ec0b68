import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { strayWallets } from '../../../../src/agent/docker/engine/wallets.ts';
import { scratchFolder } from '../../../harness/scratch-folder.ts';

test('wallets elsewhere than in the folder of wallets are found by their paths in the container, whatever else is there', async () => {
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
  expect(await strayWallets('/nonexistent/satrap')).toEqual([]);
  expect(await strayWallets(directory)).toEqual([
    ...['/satrap/node/blocks', '/satrap/node/regtest/deep/er', '/satrap/node/savings', '/satrap/node/signet/x/wallets'],
  ]);
});

test('data that is the daemon’s alone, as in a volume of a rootless engine, is not taken for data without wallets', async () => {
  // Not in the folder of the run, which only root can read.
  const directory = mkdtempSync('/var/tmp/satrap-stray-');
  onTestFinished(() => rmSync(directory, { recursive: true }));
  chmodSync(directory, 0o755);
  mkdirSync(join(directory, 'node/regtest/savings'), { recursive: true });
  writeFileSync(join(directory, 'node/regtest/savings/wallet.dat'), '');
  const asNobody = async () => {
    using _anyone = withoutRoot();
    return await strayWallets(directory);
  };
  expect(await asNobody()).toEqual(['/satrap/node/regtest/savings']);
  for (const folder of ['node/regtest', 'node', '.']) {
    chmodSync(join(directory, folder), 0o000);
    expect(await asNobody()).toBeNull();
    chmodSync(join(directory, folder), 0o755);
  }
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
