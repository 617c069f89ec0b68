import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkConfig } from '../../src/bitcoin/check-config.ts';
import { checkOverrides } from '../../src/bitcoin/check-overrides.ts';
import { type ConfigOption, optionCatalogue } from '../../src/bitcoin/clients/catalogue.ts';
import { daemonArguments } from '../../src/bitcoin/daemon-arguments.ts';
import type { ConfigOverride } from '../../src/bitcoin/node-config.ts';
import { renderConfig } from '../../src/bitcoin/render-config.ts';
import { daemonPorts } from '../harness/free-port.ts';
import { isSoak } from '../harness/soak.ts';
import { configWith, credentials, standIn as daemon, override, template } from './config.ts';
import { badValues, goodValue } from './option-values.ts';
import { acceptedTogether, maxOverrides, seeded } from './spellings.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'satrap-daemon-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hasLoaded = 'init message: Done loading';
/** Limits the memory of a value that allocates more. */
const addressSpace = 12 * 1024 ** 3;

/**
 * Runs the daemon with a rendered configuration, and perhaps a settings.json, until its output contains something;
 * returns it without the daemon's own folder and ports.
 */
async function runDaemon(overrides: readonly ConfigOverride[], until: RegExp, settings?: string): Promise<string> {
  if (!existsSync(daemon)) throw new Error(`${daemon} is missing; install it with: apt-get install litecoind`);
  const dataDir = mkdtempSync(join(folder, 'trial-'));
  if (settings !== undefined) {
    mkdirSync(join(dataDir, 'regtest'));
    writeFileSync(join(dataDir, 'regtest/settings.json'), settings);
  }
  const config = configWith([...overrides]);
  const configFile = join(dataDir, 'bitcoin.conf');
  writeFileSync(configFile, renderConfig(config, template, credentials));
  const ports = await daemonPorts();
  // Its own ports and addresses, which several daemons on one host cannot share.
  const words = daemonArguments(config, { dataDir, configFile }).map((word) =>
    word
      .replace('18443', String(ports.rpc))
      .replaceAll('18444', String(ports.p2p))
      .replace('0.0.0.0/0', '127.0.0.1')
      .replaceAll('0.0.0.0', '127.0.0.1'),
  );
  const child = spawn('prlimit', [`--as=${addressSpace}`, daemon, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  const hear = (chunk: Buffer) => {
    text += chunk.toString();
    if (until.test(text)) child.kill('SIGKILL');
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  await once(child, 'close');
  rmSync(dataDir, { recursive: true, force: true });
  return text.replaceAll(dataDir, 'FOLDER').replaceAll(String(ports.rpc), 'RPC').replaceAll(String(ports.p2p), 'P2P');
}

/** Starts the daemon until it has loaded or exited, and returns its last words: a failed expectation shows them. */
const tryValues = async (overrides: readonly ConfigOverride[], settings?: string) =>
  (await runDaemon(overrides, new RegExp(hasLoaded), settings)).slice(-600);

const platformLines = [
  ...['bind=false', 'bind="127.0.0.1:P2P"', 'chain="regtest"', 'datadir="FOLDER"', 'includeconf=false', 'port="P2P"'],
  ...['rpcallowip=false', 'rpcallowip="127.0.0.1"', 'rpcport="RPC"', 'server="1"'],
].map((setting) => `Command-line arg: ${setting}`);

test('invariant 7: the real daemon, given accepted spellings, reports the platform’s settings untouched', {
  timeout: 300_000,
}, async () => {
  const random = seeded();
  const bare = await report([]);
  expect(bare.commandLine).toEqual(expect.arrayContaining(platformLines));
  expect(bare.platform.filter((line) => line.includes('arg: rpcauth='))).toHaveLength(2);
  // A start takes seconds, so many spellings share one. The long lists have the maximum length.
  const [short, long] = isSoak() ? [20, 5] : [3, 2];
  const lengths = [...Array<number>(short).fill(10), ...Array<number>(long).fill(maxOverrides)];
  // They change no setting of the platform, and add at most a line each to the file: the daemon knows not all of them.
  const isHarmless = async (overrides: readonly ConfigOverride[]) => {
    const { others, ...settings } = await report(overrides);
    const added = others.filter((line) => !bare.others.includes(line));
    return isDeepStrictEqual({ ...settings, others: bare.others }, bare) && added.length <= overrides.length;
  };
  for (const count of lengths)
    expect(await culprits(acceptedTogether(random, count), isHarmless, { isTogether: true })).toEqual([]);
});

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

/** Starts the daemon with a rendered configuration, and reads the settings that it logs. */
async function report(overrides: readonly ConfigOverride[]) {
  // By then all settings are listed.
  const text = await runDaemon(overrides, /Using at most|init message|Error:/);
  const lines = text.split('\n').map((line) => line.replace(/^\S+Z /, ''));
  const commandLine = lines.filter((line) => line.startsWith('Command-line arg: '));
  expect(commandLine.length, text.slice(-2000)).toBeGreaterThan(0);
  const file = lines.filter((line) => line.startsWith('Config file arg: '));
  const isPlatform = (line: string) => /^Config file arg: (\[\w+\] )?(no)?rpc(auth|whitelist)/.test(line);
  const folders = lines.filter((line) => /^(Using data directory|Config file:)/.test(line));
  return {
    ...{ commandLine, platform: [...file.filter(isPlatform), ...folders] },
    others: file.filter((line) => !isPlatform(line)),
  };
}

/**
 * Accepted values that still stop the stand-in: a node that worked before reverts them. The signature cache is
 * allocated at startup, and this size exceeds the limit of the trial.
 */
const deadly: readonly string[] = ['maxsigcachesize=2147483647'];

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

const isStarting = async (overrides: readonly ConfigOverride[]) =>
  isAccepted(overrides) && (await tryValues(overrides)).includes(hasLoaded);

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
  const isDeadly = (override: ConfigOverride) => deadly.includes(textOf(override));
  const found: ConfigOverride[] = [];
  for (const one of all.filter(isDeadly)) found.push(...(await culprits([one], isStarting)));
  for (const round of given)
    found.push(
      ...(await culprits(
        round.filter((each) => !isDeadly(each)),
        isStarting,
      )),
    );
  console.info(`${found.length} of ${all.length} accepted values end the daemon: ${found.map(textOf).join(', ')}`);
  expect(found.map(textOf).toSorted()).toEqual([...deadly].toSorted());
  expect(found.length / all.length).toBeLessThanOrEqual(0.01);
});

test.each([
  ['minrelaytxfee', '-1'],
  ['uacomment', 'a/b'],
  ['externalip', 'nosuch'],
  ['limitdescendantsize', '1000000'],
])('the real daemon dies of %s=%s, which is refused before', async (key, value) => {
  const given = [override(key, value)];
  expect(checkOverrides(configWith(given), null)).toHaveLength(1);
  expect(await tryValues(given)).toMatch(/^Error: |Shutdown: done/m);
});

test('a settings.json in the data directory changes nothing', async () => {
  // With it, the slashes would stop the daemon.
  expect(await tryValues([], '{"uacomment":["/bad/"]}')).toContain(hasLoaded);
});
