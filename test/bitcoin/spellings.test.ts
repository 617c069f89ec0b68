import { expect, test } from 'vitest';
import { checkConfig } from '../../src/bitcoin/check-config.ts';
import type { ConfigOverride } from '../../src/bitcoin/node-config.ts';
import { renderConfig } from '../../src/bitcoin/render-config.ts';
import { isSoak } from '../harness/soak.ts';
import { configWith, credentials, template } from './config.ts';
import { acceptedTogether, maxOverrides, seeded, spelling, targets } from './spellings.ts';

/** Parses a bitcoin.conf as bitcoind does (GetConfigOptions, InterpretKey), independently of the code under test. */
function readConf(text: string) {
  const settings: { section: string; key: string; value: string; negated: boolean }[] = [];
  let prefix = '';
  for (const raw of text.split('\n')) {
    const hash = raw.indexOf('#');
    const line = (hash < 0 ? raw : raw.slice(0, hash)).replace(/^[ \f\n\r\t\v]+|[ \f\n\r\t\v]+$/g, '');
    if (line === '') continue;
    if (line.startsWith('[') && line.endsWith(']')) {
      prefix = `${line.slice(1, -1)}.`;
      continue;
    }
    const at = line.indexOf('=');
    if (at < 0 || line.startsWith('-')) throw new Error(`bitcoind would refuse the line ${JSON.stringify(line)}`);
    let key = prefix + line.slice(0, at).replace(/[ \f\n\r\t\v]+$/, '');
    const value = line.slice(at + 1).replace(/^[ \f\n\r\t\v]+/, '');
    const dot = key.indexOf('.');
    const section = dot < 0 ? '' : key.slice(0, dot);
    if (dot >= 0) key = key.slice(dot + 1);
    const negated = key.startsWith('no');
    settings.push({ section, key: negated ? key.slice(2) : key, value, negated });
  }
  return settings;
}

const isPlatforms = (key: string): boolean => /^(rpcauth|rpcwhitelist|allowignoredconf)/.test(key);
const plain = readConf(renderConfig(configWith([]), template, credentials));

/** Renders accepted overrides, and compares bitcoind's reading with the platform's settings. */
function expectUntouched(overrides: readonly ConfigOverride[], what: string): void {
  const settings = readConf(renderConfig(configWith(overrides), template, credentials));
  const ofPlatform = settings.filter(({ key }) => !isPlatforms(key) && targets.includes(key));
  expect(ofPlatform, what).toEqual([]);
  const given = settings.filter(({ key }) => isPlatforms(key));
  expect(given, what).toEqual(plain.filter(({ key }) => isPlatforms(key)));
  expect(settings.length, what).toBeLessThanOrEqual(plain.length + overrides.length);
  expect(new Set(settings.map(({ section }) => section)), what).toEqual(new Set(['', 'regtest']));
}

const spellings = isSoak() ? 10_000 : 2000;

test('invariant 7: spellings around protected keys change no platform setting', () => {
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

test('invariant 7: 200 accepted spellings together change no platform setting', () => {
  const random = seeded();
  for (let round = 0; round < (isSoak() ? 5 : 1); round++)
    expectUntouched(acceptedTogether(random, maxOverrides), `round ${round}`);
});
