import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import Docker from 'dockerode';
import { pack } from 'tar-stream';
import { inject } from 'vitest';
import { followProgress } from '../../src/agent/docker/engine/engine-progress.ts';
import { sharedLibraries } from '../../src/devhost/stand-in-archive.ts';
import { Random } from './random.ts';

/** What a hostile daemon does in turn, a phase after the other. */
export const attacks = [
  'endless',
  'deep',
  'giant-strings',
  'giant-wallets',
  'many-tips',
  'hanging',
  'interim-flood',
  'weird-values',
  'log-flood',
  'hostile-folder',
] as const;

/** How long each attack lasts. */
export const attackMs = 3000;

/** Where the daemon keeps how much it wrote to its log while it flooded it. */
export const floodFigures = '/satrap/node/flood.json';

/** The attacks of some rounds, in an order that depends on the seed and the number of the round only. */
export const attackOrder = ({ seed, from, rounds }: { seed: number; from: number; rounds: number }): string[] =>
  Array.from({ length: rounds }, (_none, index) =>
    new Random(seed * 1000 + from + index).some(attacks, attacks.length),
  ).flat();

/** A bitcoind of one file: it answers as a synced node with one hostile part, which changes with time. SIGTERM it ignores. */
const program = (order: readonly string[]) => `#!/bin/node
const { createServer } = require('node:http');
const fs = require('node:fs');
const order = ${JSON.stringify(order)};
const begun = Date.now();
const attack = () => order[Math.floor((Date.now() - begun) / ${attackMs}) % order.length];
let seen;
setInterval(() => {
  if (seen === attack()) return;
  seen = attack();
  console.log('attack ' + seen);
}, 100);
process.on('SIGTERM', () => undefined);
const hash = 'a'.repeat(64);
const results = {
  getblockchaininfo: () => ({ chain: 'regtest', blocks: 1, headers: 1, bestblockhash: hash, verificationprogress: 1, initialblockdownload: false, size_on_disk: 1, warnings: [] }),
  getnetworkinfo: () => ({ subversion: '/Hostile:1/', connections: 0 }),
  getmempoolinfo: () => ({ size: 0, bytes: 0 }),
  uptime: () => 1,
  getindexinfo: () => ({}),
  getnettotals: () => ({ totalbytesrecv: 0, totalbytessent: 0 }),
  listwalletdir: () => ({ wallets: [] }),
  listwallets: () => [],
  getchaintips: () => [],
  waitforblockheight: () => ({}),
};
const hostile = {
  'giant-strings': { getnetworkinfo: () => ({ subversion: 'x'.repeat(2e6), connections: 0 }), getblockchaininfo: () => ({ ...results.getblockchaininfo(), warnings: ['w'.repeat(2e6)] }) },
  'many-tips': { getchaintips: () => Array.from({ length: 20000 }, (_, height) => ({ height, hash, branchlen: 1, status: 'valid-headers' })) },
  'weird-values': { getblockchaininfo: () => ({ ...results.getblockchaininfo(), blocks: 1e300, time: -5, warnings: ['\\u0000\\u001b[2J'] }), uptime: () => '__proto__' },
};
const flood = (response, piece) => {
  const write = () => { while (!response.destroyed && response.write(piece)); };
  response.on('drain', write);
  write();
};
/** 500 wallets with names of 2 MB each: a gigabyte, as fast as it is taken. */
const giantWallets = (response, id) => {
  const name = 'w'.repeat(2e6);
  let left = 500;
  response.write('{"id":' + id + ',"error":null,"result":{"wallets":[');
  const write = () => {
    while (!response.destroyed && left-- > 0) if (!response.write('{"name":"' + name + '"}' + (left > 0 ? ',' : ']}}'))) return;
    if (!response.destroyed) response.end();
  };
  response.on('drain', write);
  write();
};
createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const called = JSON.parse(Buffer.concat(chunks).toString());
    const now = attack();
    response.on('error', () => undefined);
    if (now === 'hanging') return;
    if (now === 'endless') return flood(response, 'x'.repeat(65536));
    if (now === 'interim-flood') return void setInterval(() => { for (let i = 0; i < 1000 && !response.destroyed; i++) response.writeProcessing(); }, 1).unref();
    const wallets = [called].flat().find(({ method }) => method === 'listwalletdir' || method === 'listwallets');
    if (now === 'giant-wallets' && wallets) return giantWallets(response, wallets.id);
    if (now === 'deep') return response.end('['.repeat(1e5) + ']'.repeat(1e5));
    const answer = ({ id, method }) => ({ id, error: null, result: (hostile[now]?.[method] ?? results[method])?.() });
    const answers = [called].flat().map(answer);
    const wait = [called].flat().some(({ method }) => method === 'waitforblockheight') ? 500 : 0;
    setTimeout(() => response.end(JSON.stringify(Array.isArray(called) ? answers : answers[0])), wait);
  });
}).listen(18443, '0.0.0.0');
const junk = 'x'.repeat(1 << 20);
const flooded = { bytes: 0, ms: 0 };
let floodedAt = 0;
const floodLog = () => {
  if (attack() !== 'log-flood') {
    if (floodedAt > 0) fs.writeFileSync('${floodFigures}', JSON.stringify(flooded));
    floodedAt = 0;
    return setTimeout(floodLog, 50);
  }
  const from = floodedAt || Date.now();
  process.stdout.write(junk, () => {
    floodedAt = Date.now();
    flooded.bytes += junk.length;
    flooded.ms += floodedAt - from;
    setImmediate(floodLog);
  });
};
floodLog();
setInterval(() => {
  if (attack() !== 'hostile-folder' || fs.existsSync('/satrap/node/hostile')) return;
  process.chdir('/satrap/node');
  fs.mkdirSync('hostile');
  fs.symlinkSync('/etc', 'hostile/link');
  fs.symlinkSync('loop', 'hostile/loop');
  process.chdir('hostile');
  for (let depth = 0; depth < 2000; depth++) { fs.mkdirSync('d'.repeat(50)); process.chdir('d'.repeat(50)); }
}, 100);
`;

/** Builds the image of the hostile daemon, which makes these attacks in turn, and returns its reference. */
export const hostileDaemon = (order: readonly string[] = attacks): Promise<string> => daemonImage(program(order));

/** Builds an image whose daemon is a program for Node.js, and returns its reference. */
export async function daemonImage(text: string): Promise<string> {
  const docker = new Docker({ socketPath: inject('dockerSocket') });
  const signal = AbortSignal.timeout(120_000);
  const archive = pack();
  const bytes = buffer(archive);
  const mtime = new Date(0);
  archive.entry({ name: 'bin/node', mode: 0o755, mtime }, await readFile(process.execPath));
  for (const path of await sharedLibraries([process.execPath], signal))
    archive.entry({ name: path.slice(1), mode: 0o755, mtime }, await readFile(path));
  archive.entry({ name: 'bin/bitcoind', mode: 0o755, mtime }, text);
  archive.finalize();
  const [repo, tag] = ['satrap/hostile-daemon', createHash('sha256').update(text).digest('hex').slice(0, 12)];
  const stream = await docker.importImage(Readable.from([await bytes]), {
    ...{ repo, tag, changes: ['ENV PATH=/bin', 'CMD ["bitcoind"]'], abortSignal: signal },
  });
  await followProgress(stream, { onEvent: () => {}, signal });
  return `${repo}:${tag}`;
}
