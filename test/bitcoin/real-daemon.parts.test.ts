import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { daemonArguments } from '../../src/bitcoin/daemon-arguments.ts';
import type { ConfigOverride } from '../../src/bitcoin/node-config.ts';
import { renderConfig } from '../../src/bitcoin/render-config.ts';
import { daemonPorts } from '../harness/free-port.ts';
import { acceptedTogether, maxOverrides } from './accepted.ts';
import { configWith, credentials, template } from './config.ts';
import { randomOf } from './spellings.ts';

const daemon = '/usr/lib/litecoin/litecoind';
const platformLines = [
  'bind=false',
  'bind="127.0.0.1:P2P"',
  'chain="regtest"',
  'datadir="FOLDER"',
  'includeconf=false',
  'port="P2P"',
  'rpcallowip=false',
  'rpcallowip="127.0.0.1"',
  'rpcport="RPC"',
  'server="1"',
].map((setting) => `Command-line arg: ${setting}`);
let folder: string;

beforeAll(() => {
  if (!existsSync(daemon)) throw new Error(`${daemon} is missing; install it with: apt-get install litecoind`);
  folder = mkdtempSync(join(tmpdir(), 'satrap-daemon-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('invariant 7: the real daemon, given accepted spellings, reports the platform’s settings untouched', {
  timeout: 300_000,
}, async () => {
  const seed = Number(process.env['SATRAP_SEED'] ?? Math.floor(Math.random() * 2 ** 32));
  console.log(`seed ${seed} (repeat with SATRAP_SEED=${seed})`);
  const random = randomOf(seed);
  const bare = await report([]);
  expect(bare.commandLine).toEqual(expect.arrayContaining(platformLines));
  expect(bare.platform.filter((line) => line.includes('arg: rpcauth='))).toHaveLength(2);
  // A start takes seconds, so many spellings share one. The long lists have the maximum length.
  const lists = [...Array<number>(20).fill(10), ...Array<number>(5).fill(maxOverrides)].map((count) =>
    acceptedTogether(random, count),
  );
  for (const list of lists) expect(await harmful(list, bare)).toEqual([]);
});

/**
 * Returns the overrides that change the platform's settings as the daemon reports them, or add more lines than
 * themselves to its file.
 */
async function harmful(overrides: ConfigOverride[], bare: DaemonReport): Promise<ConfigOverride[]> {
  const { commandLine, platform, others } = await report(overrides);
  const isUntouched =
    isDeepStrictEqual(commandLine, bare.commandLine) &&
    isDeepStrictEqual(platform, bare.platform) &&
    // Only the overrides that the daemon knows may differ in the file.
    others.filter((line) => !bare.others.includes(line)).length <= overrides.length;
  if (isUntouched) return [];
  if (overrides.length === 1) return overrides;
  const half = Math.ceil(overrides.length / 2);
  const found = [...(await harmful(overrides.slice(0, half), bare)), ...(await harmful(overrides.slice(half), bare))];
  // Overrides that do harm only in combination.
  return found.length > 0 ? found : overrides;
}

interface DaemonReport {
  /** Its command line as it logs it, without its folder. */
  commandLine: string[];
  /** The platform's settings in the file and the folders, as it logs them. */
  platform: string[];
  others: string[];
}

/** Starts the daemon with a rendered configuration, reads the settings that it logs, and stops it. */
async function report(overrides: ConfigOverride[]): Promise<DaemonReport> {
  const dataDir = mkdtempSync(join(folder, 'node-'));
  const config = configWith(overrides);
  writeFileSync(join(dataDir, 'bitcoin.conf'), renderConfig(config, template, credentials));
  const ports = await daemonPorts();
  const words = daemonArguments(config, { dataDir, configFile: join(dataDir, 'bitcoin.conf') })
    // The container's own ports, which several daemons on one host cannot share.
    .map((word) =>
      word
        .replace('18443', String(ports.rpc))
        .replaceAll('18444', String(ports.p2p))
        .replace('0.0.0.0/0', '127.0.0.1')
        .replaceAll('0.0.0.0', '127.0.0.1'),
    );
  const child = spawn(daemon, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const listed = new Promise<void>((resolve) => {
    const hear = (chunk: Buffer) => {
      text += chunk.toString();
      // By then all settings are listed.
      if (/Using at most|init message|Error:/.test(text)) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
  });
  await Promise.race([listed, ended]);
  child.kill('SIGKILL');
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
  const lines = text.split('\n').map((line) =>
    line
      .replace(/^\S+Z /, '')
      .replaceAll(dataDir, 'FOLDER')
      .replaceAll(String(ports.rpc), 'RPC')
      .replaceAll(String(ports.p2p), 'P2P'),
  );
  expect(
    lines.some((line) => line.startsWith('Command-line arg: ')),
    text.slice(-2000),
  ).toBe(true);
  const file = lines.filter((line) => line.startsWith('Config file arg: '));
  const isPlatform = (line: string) => /^Config file arg: (\[\w+\] )?(no)?rpc(auth|whitelist)/.test(line);
  return {
    commandLine: lines.filter((line) => line.startsWith('Command-line arg: ')),
    platform: [
      ...file.filter(isPlatform),
      ...lines.filter((line) => /^(Using data directory|Config file:)/.test(line)),
    ],
    others: file.filter((line) => !isPlatform(line)),
  };
}
