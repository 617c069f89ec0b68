import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

/** Starts the daemon in a folder within `folder` until it has loaded or exited, and returns its last output. */
export async function tryValues(
  folder: string,
  overrides: readonly ConfigOverride[],
  settings?: string,
): Promise<string> {
  const dataDir = mkdtempSync(join(folder, 'trial-'));
  if (settings !== undefined) {
    mkdirSync(join(dataDir, 'regtest'));
    writeFileSync(join(dataDir, 'regtest/settings.json'), settings);
  }
  const config = configWith([...overrides]);
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
  const child = spawn('prlimit', [`--as=${addressSpace}`, daemon, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const loaded = new Promise<void>((resolve) => {
    const hear = (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes(hasLoaded)) resolve();
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
