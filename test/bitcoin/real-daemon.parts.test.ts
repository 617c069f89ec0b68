import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ConfigOverride } from '../../src/bitcoin/node-config.ts';
import { isSoak } from '../harness/soak.ts';
import { acceptedTogether, maxOverrides } from './accepted.ts';
import { seeded } from './spellings.ts';
import { runDaemon } from './try-values.ts';

const platformLines = [
  ...['bind=false', 'bind="127.0.0.1:P2P"', 'chain="regtest"', 'datadir="FOLDER"', 'includeconf=false', 'port="P2P"'],
  ...['rpcallowip=false', 'rpcallowip="127.0.0.1"', 'rpcport="RPC"', 'server="1"'],
].map((setting) => `Command-line arg: ${setting}`);
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'satrap-daemon-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
  for (const count of lengths) expect(await harmful(acceptedTogether(random, count), bare)).toEqual([]);
});

/** Returns the overrides that change the platform's settings, or add more lines than themselves to the file. */
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
  /** Its command line as it logs it. */
  commandLine: string[];
  /** The platform's settings in the file and the folders, as it logs them. */
  platform: string[];
  others: string[];
}

/** Starts the daemon with a rendered configuration, and reads the settings that it logs. */
async function report(overrides: ConfigOverride[]): Promise<DaemonReport> {
  // By then all settings are listed.
  const text = await runDaemon(folder, overrides, { until: /Using at most|init message|Error:/ });
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
