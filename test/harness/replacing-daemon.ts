import { daemonImage } from './hostile-daemon.ts';

/** A bitcoind that answers as a synced node, and does to its data what it is asked to by `nodes.rpc`. */
const program = `#!/bin/node
const fs = require('node:fs');
const net = require('node:net');
const { createServer } = require('node:http');
const data = '/satrap/node/';
if (fs.lstatSync(data + 'regtest', { throwIfNoEntry: false }) === undefined) {
  for (const folder of ['blocks/index', 'chainstate', 'indexes/blockfilter/basic']) fs.mkdirSync(data + 'regtest/' + folder, { recursive: true });
  for (const file of ['blocks/blk00000.dat', 'blocks/index/CURRENT', 'chainstate/CURRENT']) fs.writeFileSync(data + 'regtest/' + file, file);
}
let isStubborn = false;
process.on('SIGTERM', () => { if (!isStubborn) process.exit(0); });
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
  replace: (path, target) => {
    fs.renameSync(data + path, data + path.replaceAll('/', '-') + '.own');
    fs.symlinkSync(target, data + path);
  },
  restore: (path) => {
    fs.unlinkSync(data + path);
    fs.renameSync(data + path.replaceAll('/', '-') + '.own', data + path);
  },
  litter: (levels, entries) => {
    isStubborn = true;
    const odd = ['\\u001b[2J\\n', 'n'.repeat(255), Buffer.from([0xff, 0xfe]), '-rf', ' '];
    for (const name of odd) fs.writeFileSync(Buffer.concat([Buffer.from(data), Buffer.from(name)]), '');
    fs.writeFileSync(data + 'special', '');
    fs.chmodSync(data + 'special', 0o6755);
    fs.symlinkSync('loop', data + 'loop');
    fs.mkdirSync(data + 'many');
    for (let entry = 0; entry < entries; entry++) fs.symlinkSync('/', data + 'many/' + entry);
    process.chdir(data);
    for (let level = 0; level < levels; level++) { fs.mkdirSync('d'); process.chdir('d'); }
    process.chdir(data);
    fs.mkdirSync(data + 'locked/inner', { recursive: true });
    fs.chmodSync(data + 'locked', 0);
    return new Promise((resolve) => net.createServer().listen(data + 'socket', resolve));
  },
};
createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', async () => {
    const called = JSON.parse(Buffer.concat(chunks).toString());
    const answer = async ({ id, method, params = [] }) => {
      try {
        return { id, error: null, result: (await results[method]?.(...params)) ?? null };
      } catch (error) {
        return { id, error: { code: -1, message: String(error) }, result: null };
      }
    };
    const answers = await Promise.all([called].flat().map(answer));
    const wait = [called].flat().some(({ method }) => method === 'waitforblockheight') ? 500 : 0;
    setTimeout(() => response.end(JSON.stringify(Array.isArray(called) ? answers : answers[0])), wait);
  });
}).listen(18443, '0.0.0.0');
`;

export const replacingDaemon = (): Promise<string> => daemonImage(program);
