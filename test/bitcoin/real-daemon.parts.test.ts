import { isDeepStrictEqual } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { checkConfig } from '../../src/bitcoin/check-config.ts';
import { checkOverrides } from '../../src/bitcoin/check-overrides.ts';
import { type ConfigOption, optionCatalog } from '../../src/bitcoin/clients/catalog.ts';
import type { ConfigOverride } from '../../src/bitcoin/node-config.ts';
import { sharedFolder } from '../harness/scratch-folder.ts';
import { isSoak } from '../harness/soak.ts';
import { configWith, override, standIn } from './config.ts';
import { badValues, goodValue } from './option-values.ts';
import { acceptedTogether, maxOverrides, seeded } from './spellings.ts';
import { daemons, listed, listedOptions, type Start, startDaemon } from './start-daemon.ts';

const folder = sharedFolder('daemon');

const platformLines = [
  ...['bind=false', 'bind="127.0.0.1:P2P"', 'chain="regtest"', 'datadir="FOLDER"', 'includeconf=false', 'port="P2P"'],
  ...['rpcallowip=false', 'rpcallowip="127.0.0.1"', 'rpcport="RPC"', 'server="1"'],
].map((setting) => `Command-line arg: ${setting}`);

/**
 * Accepted values that still stop the stand-in: a node that worked before reverts them. The signature cache is
 * allocated at startup, and this size exceeds the limit of the trial.
 */
const deadlyInStandIn: readonly string[] = ['maxsigcachesize=2147483647'];

const textOf = ({ key, value }: ConfigOverride): string => `${key}=${value}`;

/** Whether overrides change no setting of the platform, and add at most a line each: a daemon knows not all of them. */
function isHarmless({ settings }: Start, bare: Start, count: number): boolean {
  const { others } = bare.settings;
  const added = settings.others.filter((line) => !others.includes(line));
  return isDeepStrictEqual({ ...settings, others }, bare.settings) && added.length <= count;
}

/**
 * Returns the overrides that fail a trial on their own, by halves: a start takes a second, so as many as possible share
 * one. Where none does, all of them, if they are judged together.
 */
async function culprits(
  overrides: readonly ConfigOverride[],
  isFine: (overrides: readonly ConfigOverride[]) => Promise<boolean>,
  { isTogether = false } = {},
): Promise<readonly ConfigOverride[]> {
  if (overrides.length === 0 || (await isFine(overrides))) return [];
  if (overrides.length === 1) return overrides;
  const half = Math.ceil(overrides.length / 2);
  const halves = [overrides.slice(0, half), overrides.slice(half)];
  const found: ConfigOverride[] = [];
  for (const each of halves) found.push(...(await culprits(each, isFine, { isTogether })));
  return isTogether && found.length === 0 ? overrides : found;
}

/** Every value worth testing: a valid one, the default, both bounds, and common mistakes. */
function candidates(option: ConfigOption): ConfigOverride[] {
  const { key, min, max } = option;
  const bounds = [option.default, min, max].filter((value) => value !== undefined && value !== null).map(String);
  const values = [goodValue(option), ...bounds, '0', '1', '-1', '2147483647', 'abc', ...badValues(option)];
  return [...new Set(values)].map((value) => override(key, value));
}

/** What became of the values of each daemon's options. */
const rows: (readonly (string | number)[])[] = [
  ['version', 'options', 'values', 'accepted and tried', 'end the daemon', 'reach a setting of the platform'],
];
afterAll(() => console.info(rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')));

describe.each(daemons)('$clientVersion as $program', (daemon) => {
  const { clientVersion, program } = daemon;
  const isStandIn = program === standIn;
  const catalog = optionCatalog({ client: 'bitcoind', clientVersion });
  const start = (overrides: readonly ConfigOverride[], more: { strangeSettings?: string; until?: RegExp } = {}) =>
    startDaemon(daemon, folder, { overrides, ...more });
  const isAccepted = (overrides: readonly ConfigOverride[]): boolean => {
    const config = configWith(overrides, { clientVersion });
    return checkConfig(config).length === 0 && checkOverrides(config, null).length === 0;
  };

  // bitcoind ends at what is left of such a spelling, such as an unknown log category, before it lists its settings.
  if (isStandIn)
    test('invariant 7: the real daemon reports the platform’s settings untouched', {
      timeout: 300_000,
    }, async () => {
      const random = seeded();
      const until = listed;
      const bare = await start([], { until });
      expect(bare.settings.commandLine, bare.lastWords).toEqual(expect.arrayContaining(platformLines));
      expect(bare.settings.platform.filter((line) => line.includes('arg: rpcauth='))).toHaveLength(2);
      // A start takes seconds, so many spellings share one. The long lists have the maximum length.
      const [short, long] = isSoak() ? [20, 5] : [1, 1];
      const lengths = [...Array<number>(short).fill(10), ...Array<number>(long).fill(maxOverrides)];
      const isFine = async (overrides: readonly ConfigOverride[]) =>
        isHarmless(await start(overrides, { until }), bare, overrides.length);
      for (const count of lengths) {
        const given = acceptedTogether(random, count, { clientVersion });
        expect(await culprits(given, isFine, { isTogether: true })).toEqual([]);
      }
    });

  test('of 100 accepted values, at most one ends bitcoind, and none changes our settings', {
    timeout: 1_800_000,
  }, async () => {
    const known = listedOptions(daemon);
    const options = catalog.options.filter(
      // The stand-in's values of -wallet differ from bitcoind's.
      ({ key, platformReason }) => platformReason === null && known.has(key) && !(isStandIn && key === 'wallet'),
    );
    expect(options.length).toBeGreaterThan(80);
    expect(options.filter((option) => !isAccepted([override(option.key, goodValue(option))]))).toEqual([]);
    const values = options.map(candidates);
    const accepted = values.map((each) => each.filter((value) => isAccepted([value])));
    expect(accepted.flat().length).toBeGreaterThan(2 * options.length);

    const bare = await start([]);
    const isUntouched = async (overrides: readonly ConfigOverride[]) =>
      isHarmless(await start(overrides), bare, overrides.length);
    const reaching = new Set<string>();
    const isStarting = async (overrides: readonly ConfigOverride[]) => {
      if (!isAccepted(overrides)) return false;
      const started = await start(overrides);
      if (!isHarmless(started, bare, overrides.length))
        for (const each of await culprits(overrides, isUntouched, { isTogether: true })) reaching.add(textOf(each));
      return started.hasLoaded;
    };
    const tried = accepted.map((each) => (isSoak() || !isStandIn ? each : each.slice(0, 6)));
    // One value of each option at a time; those that are known to end the daemon alone.
    const isKnown = (value: ConfigOverride) => isStandIn && deadlyInStandIn.includes(textOf(value));
    const rounds = Array.from({ length: Math.max(...tried.map(({ length }) => length)) }, (_, round) =>
      tried.flatMap((each) => each[round] ?? []).filter((value) => !isKnown(value)),
    );
    const alone = tried
      .flat()
      .filter(isKnown)
      .map((value) => [value]);
    const deadly: string[] = [];
    for (const round of [...alone, ...rounds]) deadly.push(...(await culprits(round, isStarting)).map(textOf));

    const [all, taken] = [values.flat().length, tried.flat().length];
    const listOf = (texts: readonly string[]) => [texts.length, ...texts].join(' ');
    rows.push([clientVersion, options.length, all, taken, listOf(deadly), listOf([...reaching])]);
    expect([...reaching]).toEqual([]);
    expect(deadly.length / taken).toBeLessThanOrEqual(0.01);
    if (isStandIn) expect(deadly.toSorted()).toEqual([...deadlyInStandIn].toSorted());
  });

  const packageSize = ['limitclustersize', 'limitdescendantsize'].find((key) => catalog.find(key)) ?? '';
  test.each([
    ['minrelaytxfee', '-1'],
    ['uacomment', 'a/b'],
    ['externalip', 'nosuch'],
    [packageSize, '1000000'],
  ])('the real daemon dies of %s=%s, which is refused before', async (key, value) => {
    const given = [override(key, value)];
    expect(checkOverrides(configWith(given, { clientVersion }), null)).toHaveLength(1);
    const { hasLoaded, lastWords } = await start(given);
    expect(hasLoaded, lastWords).toBe(false);
    expect(lastWords).toMatch(/^Error: |Shutdown:? done/m);
  });

  test('a settings.json in the data directory changes nothing', async () => {
    // With it, the slashes would stop the daemon.
    const { hasLoaded, lastWords } = await start([], { strangeSettings: '{"uacomment":["/bad/"]}' });
    expect(hasLoaded, lastWords).toBe(true);
  });
});
