import { expect, test } from 'vitest';
import { checkConfig } from '../../src/bitcoin/check-config.ts';
import { renderConfig } from '../../src/bitcoin/render-config.ts';
import { readConf } from './conf-reader.ts';
import { configWith, credentials, template } from './config.ts';
import { randomOf, spelling } from './spellings.ts';

const owned = [
  'datadir',
  'blocksdir',
  'walletdir',
  'includeconf',
  'conf',
  'settings',
  'chain',
  'regtest',
  'testnet',
  'test',
  'signet',
  'port',
  'bind',
  'whitebind',
  'listen',
  'rpcport',
  'rpcbind',
  'rpcallowip',
  'server',
  'rest',
  'rpcuser',
  'rpcpassword',
  'rpccookiefile',
  'daemon',
  'printtoconsole',
  'blocknotify',
  'startupnotify',
  'alertnotify',
  'walletnotify',
  'shutdownnotify',
];

test('invariant 7: 10,000 spellings around protected keys are each refused, or leave the platform’s settings untouched', () => {
  const seed = Number(process.env['SATRAP_SEED'] ?? Math.floor(Math.random() * 2 ** 32));
  console.log(`seed ${seed} (repeat with SATRAP_SEED=${seed})`);
  const random = randomOf(seed);
  const plain = readConf(renderConfig(configWith([]), template, credentials));
  const secrets = (settings: typeof plain) =>
    settings.filter(({ key }) => key.startsWith('rpcauth') || key.startsWith('rpcwhitelist'));
  let refused = 0;
  for (let index = 0; index < 10_000; index++) {
    const given = spelling(random);
    const config = configWith([given]);
    const what = `spelling ${index}: ${JSON.stringify(given).slice(0, 200)}`;
    if (checkConfig(config).length > 0) {
      refused++;
      expect(() => renderConfig(config, template, credentials), what).toThrow();
      continue;
    }
    const settings = readConf(renderConfig(config, template, credentials));
    expect(
      settings.filter(({ key }) => owned.includes(key)),
      what,
    ).toEqual([]);
    expect(secrets(settings), what).toEqual(secrets(plain));
    expect(settings.length, what).toBeLessThanOrEqual(plain.length + 1);
    expect(new Set(settings.map(({ section }) => section)), what).toEqual(new Set(['', 'regtest']));
  }
  expect(refused).toBeGreaterThan(5000);
  expect(refused).toBeLessThan(10_000);
});
