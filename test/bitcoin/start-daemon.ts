import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { daemonArguments } from '../../src/bitcoin/daemon-arguments.ts';
import type { ConfigOverride, NodeType } from '../../src/bitcoin/node-config.ts';
import { renderConfig } from '../../src/bitcoin/render-config.ts';
import { daemonPorts } from '../harness/free-port.ts';
import { configWith, credentials, standIn, template } from './config.ts';

/** A program, and the version of bitcoind whose options and rules are applied to it. */
export interface Daemon {
  clientVersion: string;
  program: string;
}

/** The daemons to test: those of SATRAP_DAEMONS, as VERSION=PROGRAM with blanks between them, or the stand-in. */
export const daemons: readonly Daemon[] = (process.env['SATRAP_DAEMONS'] ?? `28.1=${standIn}`)
  .split(/\s+/)
  .filter((pair) => pair !== '')
  .map((pair) => {
    const at = pair.indexOf('=');
    return { clientVersion: pair.slice(0, at), program: pair.slice(at + 1) };
  });

export interface Start {
  hasLoaded: boolean;
  /** For the message of a failed expectation. */
  lastWords: string;
  /** What it logs of its settings, without its own folder and ports. */
  settings: { commandLine: string[]; platform: string[]; others: string[] };
}

const loaded = /init message: Done loading/;
/** By then, all settings are listed. */
export const listed = /Using at most|init message|Error:/;
/** Limits the memory of a value that allocates more. */
const addressSpace = 12 * 1024 ** 3;
/** Ends a daemon that neither loads nor exits; milliseconds. */
const patience = 180_000;

/** Starts a daemon with a rendered configuration in a new folder, until it has logged something or exits. */
export async function startDaemon(
  { clientVersion, program }: Daemon,
  folder: string,
  {
    overrides = [],
    nodeType = 'full',
    strangeSettings,
    until = loaded,
  }: { overrides?: readonly ConfigOverride[]; nodeType?: NodeType; strangeSettings?: string; until?: RegExp },
): Promise<Start> {
  const dataDir = mkdtempSync(join(folder, 'trial-'));
  if (strangeSettings !== undefined) {
    mkdirSync(join(dataDir, 'regtest'));
    writeFileSync(join(dataDir, 'regtest/settings.json'), strangeSettings);
  }
  const config = configWith(overrides, { clientVersion, nodeType });
  const configFile = join(dataDir, 'bitcoin.conf');
  writeFileSync(configFile, renderConfig(config, template, credentials));
  const ports = await daemonPorts();
  // Its own ports and addresses, which several daemons on one host cannot share.
  const words = daemonArguments(config, { dataDir, configFile, settingsFile: join(dataDir, 'dynamic.json') }).map(
    (word) =>
      word
        .replace('18443', String(ports.rpc))
        .replaceAll('18444', String(ports.p2p))
        .replace('0.0.0.0/0', '127.0.0.1')
        .replaceAll('0.0.0.0', '127.0.0.1'),
  );
  const child = spawn('prlimit', [`--as=${addressSpace}`, program, ...words], {
    ...{ stdio: ['ignore', 'pipe', 'pipe'], timeout: patience, killSignal: 'SIGKILL' },
  });
  let output = '';
  const hear = (chunk: Buffer) => {
    output += chunk.toString();
    if (until.test(output)) child.kill('SIGKILL');
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  await once(child, 'close');
  rmSync(dataDir, { recursive: true, force: true });
  const text = output
    .replaceAll(dataDir, 'FOLDER')
    .replaceAll(String(ports.rpc), 'RPC')
    .replaceAll(String(ports.p2p), 'P2P');
  return { hasLoaded: loaded.test(text), lastWords: text.slice(-2000), settings: settingsIn(text) };
}

/** Options of the log put a time, a thread or a place in the source before each line. */
function settingsIn(text: string): Start['settings'] {
  const lines = [...text.matchAll(/(?:Command-line arg|Config file arg|Using data directory|Config file\b).*/g)].map(
    ([line]) => line,
  );
  const inFile = lines.filter((line) => line.startsWith('Config file arg: '));
  const isPlatform = (line: string) => /^Config file arg: (\[\w+\] )?(no)?rpc(auth|whitelist)/.test(line);
  return {
    commandLine: lines.filter((line) => line.startsWith('Command-line arg: ')),
    platform: lines.filter((line) => isPlatform(line) || /^(Using data directory|Config file:)/.test(line)),
    others: inFile.filter((line) => !isPlatform(line)),
  };
}

/** The options that a daemon lists. */
export function listedOptions({ program }: Daemon): ReadonlySet<string> {
  if (!existsSync(program)) throw new Error(`${program} is missing; for the stand-in: apt-get install litecoind`);
  const help = spawnSync(program, ['-help-debug'], { encoding: 'utf8' }).stdout;
  return new Set([...help.matchAll(/^ {2}-([a-z0-9-]+)/gm)].flatMap(([, key]) => key ?? []));
}
