import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkConfig } from '../../src/bitcoin/check-config.ts';
import { checkOverrides } from '../../src/bitcoin/check-overrides.ts';
import { type ConfigOption, optionCatalogue } from '../../src/bitcoin/option-catalogue.ts';
import { configWith } from './config.ts';
import { goodValue } from './option-values.ts';
import { daemon, hasLoaded, tryValues } from './try-values.ts';

/** So many options at once, because each start takes the daemon a second. */
const batch = 20;

/** What the stand-in takes of a choice is not all that bitcoind takes. */
const ofStandIn: Readonly<Record<string, string>> = { addresstype: 'bech32', changetype: 'bech32' };

let folder: string;
let known: ConfigOption[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'satrap-values-'));
  const help = spawnSync(daemon, ['-help-debug'], { encoding: 'utf8' }).stdout;
  const keys = new Set([...help.matchAll(/^ {2}-([a-z0-9-]+)/gm)].map(([, key]) => key));
  known = optionCatalogue('28.1').options.filter(
    // The stand-in ends for want of a wallet; bitcoind since 22 only warns.
    ({ key, platformReason }) => platformReason === null && keys.has(key) && key !== 'wallet',
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the real daemon starts with an accepted value of every option that it knows', { timeout: 300_000 }, async () => {
  expect(known.length).toBeGreaterThan(90);
  const overrides = known.map((option) => ({ key: option.key, value: ofStandIn[option.key] ?? goodValue(option) }));
  for (let index = 0; index < overrides.length; index += batch) {
    const given = overrides.slice(index, index + batch);
    const config = configWith(given);
    expect([...checkConfig(config), ...checkOverrides(config, null)], JSON.stringify(given)).toEqual([]);
    expect(await tryValues(folder, given), JSON.stringify(given)).toContain(hasLoaded);
  }
});

test.each<[string, string]>([
  ['minrelaytxfee', '-1'],
  ['uacomment', 'a/b'],
  ['proxy', 'nosuch'],
  ['externalip', 'nosuch'],
  ['onlynet', 'ipv5'],
  ['whitelist', 'nosuch@192.0.2.1'],
  ['minimumchainwork', 'zz'],
  ['limitdescendantsize', '1000000'],
])('the real daemon dies of %s=%s, which is refused before', async (key, value) => {
  const config = configWith([{ key, value }]);
  expect(checkOverrides(config, null)).toHaveLength(1);
  expect(await tryValues(folder, [{ key, value }])).toMatch(/^Error: |Shutdown: done/m);
});

test('a settings.json in the data directory changes nothing', async () => {
  // With it, the daemon would die of the slashes.
  expect(await tryValues(folder, [], '{"uacomment":["/bad/"]}')).toContain(hasLoaded);
});
