import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkConfig } from '../../src/bitcoin/check-config.ts';
import { checkOverrides } from '../../src/bitcoin/check-overrides.ts';
import { daemonArguments } from '../../src/bitcoin/daemon-arguments.ts';
import type { ConfigOverride } from '../../src/bitcoin/node-config.ts';
import { type ConfigOption, optionCatalogue } from '../../src/bitcoin/option-catalogue.ts';
import { renderConfig } from '../../src/bitcoin/render-config.ts';
import { daemonPorts } from '../harness/free-port.ts';
import { configWith, credentials, template } from './config.ts';
import { goodValue } from './option-values.ts';

const daemon = '/usr/lib/litecoin/litecoind';
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
    expect(await start(given, index), JSON.stringify(given)).toContain('init message: Done loading');
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
  expect(await start([{ key, value }], 1000)).toMatch(/^Error: |Shutdown: done/m);
});

test('a settings.json in the data directory changes nothing', async () => {
  // With it, the daemon would die of the slashes.
  expect(await start([], 2000, '{"uacomment":["/bad/"]}')).toContain('init message: Done loading');
});

/** Starts the daemon until it has loaded or ended, and returns what it wrote. */
async function start(overrides: ConfigOverride[], trial: number, settings?: string): Promise<string> {
  const dataDir = join(folder, `${trial}-${overrides[0]?.key}`);
  mkdirSync(dataDir);
  if (settings !== undefined) {
    mkdirSync(join(dataDir, 'regtest'));
    writeFileSync(join(dataDir, 'regtest/settings.json'), settings);
  }
  const config = configWith(overrides);
  const configFile = join(dataDir, 'bitcoin.conf');
  writeFileSync(configFile, renderConfig(config, template, credentials));
  const ports = await daemonPorts();
  const words = daemonArguments(config, { dataDir, configFile }).map((word) =>
    word
      .replace('18443', String(ports.rpc))
      .replaceAll('18444', String(ports.p2p))
      .replace('0.0.0.0/0', '127.0.0.1')
      .replaceAll('0.0.0.0', '127.0.0.1'),
  );
  const child = spawn(daemon, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const loaded = new Promise<void>((resolve) => {
    const hear = (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('init message: Done loading')) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
  });
  await Promise.race([loaded, ended]);
  child.kill('SIGKILL');
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
  // Its last words are enough, and a failed expectation shows them.
  return text.slice(-600);
}
