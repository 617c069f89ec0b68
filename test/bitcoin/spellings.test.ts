import { expect, test } from 'vitest';
import { checkConfig } from '../../src/bitcoin/check-config.ts';
import type { ConfigOverride } from '../../src/bitcoin/node-config.ts';
import { renderConfig } from '../../src/bitcoin/render-config.ts';
import { acceptedTogether, maxOverrides } from './accepted.ts';
import { readConf } from './conf-reader.ts';
import { configWith, credentials, template } from './config.ts';
import { randomOf, spelling, targets } from './spellings.ts';

const isSecret = (key: string): boolean => key.startsWith('rpcauth') || key.startsWith('rpcwhitelist');
const plain = readConf(renderConfig(configWith([]), template, credentials));

/** Renders accepted overrides, and compares bitcoind's reading with the platform's settings. */
function expectUntouched(overrides: readonly ConfigOverride[], what: string): void {
  const settings = readConf(renderConfig(configWith(overrides), template, credentials));
  expect(
    settings.filter(({ key }) => !isSecret(key) && targets.includes(key)),
    what,
  ).toEqual([]);
  expect(
    settings.filter(({ key }) => isSecret(key)),
    what,
  ).toEqual(plain.filter(({ key }) => isSecret(key)));
  expect(settings.length, what).toBeLessThanOrEqual(plain.length + overrides.length);
  expect(new Set(settings.map(({ section }) => section)), what).toEqual(new Set(['', 'regtest']));
}

function seeded(): () => number {
  const seed = Number(process.env['SATRAP_SEED'] ?? Math.floor(Math.random() * 2 ** 32));
  console.log(`seed ${seed} (repeat with SATRAP_SEED=${seed})`);
  return randomOf(seed);
}

test('invariant 7: 10,000 spellings around protected keys are each refused, or leave the platform’s settings untouched', () => {
  const random = seeded();
  let refused = 0;
  for (let index = 0; index < 10_000; index++) {
    const given = spelling(random);
    const config = configWith([given]);
    const what = `spelling ${index}: ${JSON.stringify(given).slice(0, 200)}`;
    if (checkConfig(config).length > 0) {
      refused++;
      expect(() => renderConfig(config, template, credentials), what).toThrow();
    } else expectUntouched([given], what);
  }
  expect(refused).toBeGreaterThan(5000);
  expect(refused).toBeLessThan(10_000);
});

test('invariant 7: 200 accepted spellings together leave the platform’s settings untouched', () => {
  const random = seeded();
  for (let round = 0; round < 5; round++) expectUntouched(acceptedTogether(random, maxOverrides), `round ${round}`);
});
