import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkConfig } from '../../src/bitcoin/check-config.ts';
import { checkOverrides } from '../../src/bitcoin/check-overrides.ts';
import { type ConfigOption, optionCatalogue } from '../../src/bitcoin/clients/catalogue.ts';
import type { ConfigOverride } from '../../src/bitcoin/node-config.ts';
import { configWith } from './config.ts';
import { badValues, goodValue } from './option-values.ts';
import { daemon, hasLoaded, tryValues } from './try-values.ts';

/**
 * Accepted values that still stop the stand-in: a node that worked before reverts them. The signature cache is
 * allocated at startup, and this size exceeds the limit of the trial.
 */
const deadly: readonly string[] = ['maxsigcachesize=2147483647'];

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'satrap-accepted-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isAccepted = (overrides: readonly ConfigOverride[]): boolean => {
  const config = configWith([...overrides]);
  return checkConfig(config).length === 0 && checkOverrides(config, null).length === 0;
};
const textOf = ({ key, value }: ConfigOverride): string => `${key}=${value}`;

/** Every value worth testing: a valid one, the default, both bounds, and common mistakes. */
function candidates(option: ConfigOption): string[] {
  const { min, max } = option;
  const bounds = [option.default, min, max].filter((value) => value !== undefined && value !== null).map(String);
  const values = [goodValue(option), ...bounds, '0', '1', '-1', '2147483647', 'abc', ...badValues(option)];
  return [...new Set(values)].filter((value) => isAccepted([{ key: option.key, value }]));
}

/** The options that the stand-in knows, except those whose values differ from bitcoind's. */
function knownOptions(): ConfigOption[] {
  const help = spawnSync(daemon, ['-help-debug'], { encoding: 'utf8' }).stdout;
  const keys = new Set([...help.matchAll(/^ {2}-([a-z0-9-]+)/gm)].map(([, key]) => key));
  return optionCatalogue({ client: 'bitcoind', clientVersion: '28.1' }).options.filter(
    ({ key, platformReason }) => platformReason === null && keys.has(key) && key !== 'wallet',
  );
}

/** Returns the overrides that each stop the daemon on their own. A start takes a second, so as many as possible share one. */
async function ending(overrides: readonly ConfigOverride[]): Promise<ConfigOverride[]> {
  if (overrides.length === 0) return [];
  if (isAccepted(overrides) && (await tryValues(folder, overrides)).includes(hasLoaded)) return [];
  if (overrides.length === 1) return [...overrides];
  const half = Math.ceil(overrides.length / 2);
  return [...(await ending(overrides.slice(0, half))), ...(await ending(overrides.slice(half)))];
}

test('of a hundred values that are accepted, at most one ends the daemon', { timeout: 600_000 }, async () => {
  const options = knownOptions();
  expect(options.length).toBeGreaterThan(90);
  expect(options.filter((option) => !isAccepted([{ key: option.key, value: goodValue(option) }]))).toEqual([]);
  const valuesOf = options.map((option) => candidates(option).map((value) => ({ key: option.key, value })));
  const all = valuesOf.flat();
  expect(all.length).toBeGreaterThan(280);
  // One value of each option at a time; those that are known to end it alone.
  const rounds = Math.max(...valuesOf.map((values) => values.length));
  const given = Array.from({ length: rounds }, (_, round) => valuesOf.flatMap((values) => values[round] ?? []));
  const found: ConfigOverride[] = [];
  for (const one of all.filter((override) => deadly.includes(textOf(override)))) found.push(...(await ending([one])));
  for (const round of given)
    found.push(...(await ending(round.filter((override) => !deadly.includes(textOf(override))))));
  console.info(`${found.length} of ${all.length} accepted values end the daemon: ${found.map(textOf).join(', ')}`);
  expect(found.map(textOf).toSorted()).toEqual([...deadly].toSorted());
  expect(found.length / all.length).toBeLessThanOrEqual(0.01);
});

test.each<[string, string]>([
  ['minrelaytxfee', '-1'],
  ['uacomment', 'a/b'],
  ['externalip', 'nosuch'],
  ['limitdescendantsize', '1000000'],
])('the real daemon dies of %s=%s, which is refused before', async (key, value) => {
  expect(checkOverrides(configWith([{ key, value }]), null)).toHaveLength(1);
  expect(await tryValues(folder, [{ key, value }])).toMatch(/^Error: |Shutdown: done/m);
});

test('a settings.json in the data directory changes nothing', async () => {
  // With it, the slashes would stop the daemon.
  expect(await tryValues(folder, [], '{"uacomment":["/bad/"]}')).toContain(hasLoaded);
});
