import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { daemonArguments } from '../../src/bitcoin/daemon-arguments.ts';
import type { ConfigOverride } from '../../src/bitcoin/node-config.ts';
import { renderConfig } from '../../src/bitcoin/render-config.ts';
import { daemonPorts } from '../harness/free-port.ts';
import { configWith, credentials, template } from './config.ts';

/** The stand-in daemon: what it accepts and rejects is real. */
export const daemon = '/usr/lib/litecoin/litecoind';
export const hasLoaded = 'init message: Done loading';
/** Limits the memory of a value that allocates more. */
const addressSpace = 12 * 1024 ** 3;

interface RunOptions {
  /** It is killed once its output contains this. */
  until: RegExp;
  /** A settings.json in its data directory. */
  settings?: string;
}

/** Runs the daemon with a rendered configuration in a folder within `folder`, and returns its output without its own folder and ports. */
export async function runDaemon(
  folder: string,
  overrides: readonly ConfigOverride[],
  { until, settings }: RunOptions,
): Promise<string> {
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
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const heard = new Promise<void>((resolve) => {
    const hear = (chunk: Buffer) => {
      text += chunk.toString();
      if (until.test(text)) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
  });
  await Promise.race([heard, ended]);
  child.kill('SIGKILL');
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
  return text.replaceAll(dataDir, 'FOLDER').replaceAll(String(ports.rpc), 'RPC').replaceAll(String(ports.p2p), 'P2P');
}

/** Starts the daemon until it has loaded or exited, and returns its last words: a failed expectation shows them. */
export const tryValues = async (folder: string, overrides: readonly ConfigOverride[], settings?: string) =>
  (
    await runDaemon(folder, overrides, { until: new RegExp(hasLoaded), ...(settings !== undefined && { settings }) })
  ).slice(-600);
