import { expect, test } from 'vitest';
import { damagedFile } from '../../src/bitcoin/disposable-files.ts';

const dataDir = '/satrap/node';
/** As Bitcoin Core 31.0 wrote it. */
const words = (path: string, what = 'peers.dat') =>
  `Invalid or corrupt ${what} (Invalid network magic number: iostream error). If you believe this is a bug, please report it to https://github.com/bitcoin/bitcoin/issues. As a workaround, you can move the file ("${path}") out of the way (rename, move, or delete) to have a new one created on the next start.`;

test('names the damaged peers.dat of each network', () => {
  expect(damagedFile(words(`${dataDir}/peers.dat`), 'mainnet', dataDir)).toBe('peers.dat');
  expect(damagedFile(words(`${dataDir}/regtest/peers.dat`), 'regtest', dataDir)).toBe('regtest/peers.dat');
});

test.each([
  ['another file', words(`${dataDir}/regtest/wallet.dat`)],
  ['another network', words(`${dataDir}/signet/peers.dat`)],
  ['a path out of the data directory', words(`${dataDir}/regtest/../../etc/peers.dat`)],
  ['another kind of file', words(`${dataDir}/regtest/peers.dat`, 'blocks.dat')],
  ['a warning that ends no daemon', 'Missing or invalid file /satrap/node/regtest/banlist.json'],
  ['damage without the way out', 'Invalid or corrupt peers.dat (EOF)'],
])('names no file for %s', (_what, text) => {
  expect(damagedFile(text, 'regtest', dataDir)).toBeNull();
});
