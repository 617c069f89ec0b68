import { describe, expect, test } from 'vitest';
import { failedWallets } from '../../src/bitcoin/failed-wallets.ts';
import { renderConfig } from '../../src/bitcoin/render-config.ts';
import { canBeLoaded, walletLines, walletsIn } from '../../src/bitcoin/wallet-lines.ts';
import { configWith, credentials, override, template } from './config.ts';

describe('canBeLoaded', () => {
  test.each([
    ...['', 'savings', 'a/b', '-dash', 'a=b', 'ein Geldbeutel', 'a..b', '[regtest]', '"quoted"', '0'],
    ...['/satrap/node/elsewhere', '/satrap/node/regtest/wallets/a'],
  ])('takes the name %j', (name) => {
    expect(canBeLoaded(name)).toBe(true);
  });

  test.each([
    ...[
      'a\nrpcallowip=::/0',
      'a\r',
      'a\0b',
      'a\tb',
      'a#b',
      ' a',
      'a ',
      '\u00a0a',
      '.',
      '..',
      './a',
      'a/./b',
      'a//b',
      'a/',
    ],
    ...[
      '../a',
      'a/../b',
      '/',
      '/etc/a',
      '/satrap/a',
      '/satrap/node',
      '/satrap/node/',
      '/satrap/node/../a',
      '/satrap/nodes/a',
    ],
  ])('refuses the name %j', (name) => {
    expect(canBeLoaded(name)).toBe(false);
  });
});

test('wallets are rendered once, in the section of the network, after the overrides', () => {
  const config = configWith([override('wallet', 'own')]);
  const text = renderConfig(config, template, credentials, { wallets: ['b', 'own', 'a', 'b', '', 'x\ny=1'] });
  const lines = text.split('\n').filter((line) => /^(\[|wallet)/.test(line));
  expect(lines).toEqual(['[regtest]', 'wallet=own', 'wallet=b', 'wallet=a', 'wallet=']);
  expect(walletsIn(text)).toEqual(['own', 'b', 'a', '']);
  expect(walletLines(['own'], [{ key: 'regtest.wallet', value: 'own' }])).toEqual([]);
});

describe('failedWallets', () => {
  const loaded = ['savings', 'daily', ''];
  test.each<[string, string, string[]]>([
    ['names it', 'Error: Error loading savings: Wallet corrupted', ['savings']],
    [
      'has its path',
      "Failed to load database path '/satrap/node/wallets/daily'. Data is not in recognized format.",
      ['daily'],
    ],
    ['names none of them', 'Error: Prune: last wallet synchronisation goes beyond pruned data.', loaded],
    ['names one that is omitted already', 'Error loading gone: Wallet corrupted', []],
    ['names a longer one', 'Error loading savings-2: Wallet corrupted', loaded],
    ['is about something else', 'Error: Unable to bind to 0.0.0.0:18444', []],
    ['is about a full disk', 'Error: No space left on device: /satrap/node/wallets/daily/wallet.dat', []],
    ['only mentions it', '[savings] AddToWallet 00ff', []],
    ['is empty', '', []],
  ])('returns the wallets that ended a daemon whose message %s', (_what, lastWords, expected) => {
    expect(failedWallets(lastWords, loaded, [...loaded, 'gone'])).toEqual(expected);
  });
});
