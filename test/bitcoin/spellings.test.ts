import { expect, test } from 'vitest';
import { checkConfig } from '../../src/bitcoin/check-config.ts';
import type { ConfigOverride } from '../../src/bitcoin/node-config.ts';
import { renderConfig } from '../../src/bitcoin/render-config.ts';
import { isSoak } from '../harness/soak.ts';
import { acceptedTogether, maxOverrides } from './accepted.ts';
import { readConf } from './conf-reader.ts';
import { configWith, credentials, template } from './config.ts';
import { seeded, spelling, targets } from './spellings.ts';

const isSecret = (key: string): boolean => key.startsWith('rpcauth') || key.startsWith('rpcwhitelist');
const plain = readConf(renderConfig(configWith([]), template, credentials));

/** Renders accepted overrides, and compares bitcoind's reading with the platform's settings. */
function expectUntouched(overrides: readonly ConfigOverride[], what: string): void {
  const settings = readConf(renderConfig(configWith(overrides), template, credentials));
  const ofPlatform = settings.filter(({ key }) => !isSecret(key) && targets.includes(key));
  expect(ofPlatform, what).toEqual([]);
  const secrets = settings.filter(({ key }) => isSecret(key));
  expect(secrets, what).toEqual(plain.filter(({ key }) => isSecret(key)));
  expect(settings.length, what).toBeLessThanOrEqual(plain.length + overrides.length);
  expect(new Set(settings.map(({ section }) => section)), what).toEqual(new Set(['', 'regtest']));
}

const spellings = isSoak() ? 10_000 : 2000;

test('invariant 7: spellings around protected keys are each refused, or leave the platform’s settings untouched', () => {
  const random = seeded();
  let refused = 0;
  for (let index = 0; index < spellings; index++) {
    const given = spelling(random);
    const config = configWith([given]);
    const what = `spelling ${index}: ${JSON.stringify(given).slice(0, 200)}`;
    if (checkConfig(config).length > 0) {
      refused++;
      expect(() => renderConfig(config, template, credentials), what).toThrow();
    } else expectUntouched([given], what);
  }
  expect(refused).toBeGreaterThan(spellings / 2);
  expect(refused).toBeLessThan(spellings);
});

test('invariant 7: 200 accepted spellings together leave the platform’s settings untouched', () => {
  const random = seeded();
  for (let round = 0; round < (isSoak() ? 5 : 1); round++)
    expectUntouched(acceptedTogether(random, maxOverrides), `round ${round}`);
});
