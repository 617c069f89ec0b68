import { execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { bundleHost } from '../../scripts/release/bundle.ts';
import { rpcAuth } from '../../src/bitcoin/rpc-auth.ts';
import { gatewayRpcWhitelist, rpcPresets } from '../../src/bitcoin/rpc-methods.ts';
import type { GatewayConfig, MemberConfig } from '../../src/gateway/config.ts';
import { Daemon } from '../../test/agent/monitor/daemon.ts';
import { share } from '../../test/gateway/daemons.ts';
import { freePort } from '../../test/harness/free-port.ts';
import { until } from '../../test/harness/until.ts';
import { type Figure, type Summary, summarise } from '../figures.ts';
import { residentMiB } from '../process.ts';
import type { RpcLoad, RpcLoadResult } from './rpc-load.ts';

const run = promisify(execFile);
const rounds = 5;
const [latencyMs, throughputMs] = [2000, 3000];
const idleConnections = 1000;
/** As `bin/satrap` of a release sets it. */
const flags = ['--max-semi-space-size=4'];

/** Where calls go: to a gateway, or to a node. */
type Target = Pick<RpcLoad, 'port' | 'user' | 'password'>;

/** (gateway) What a gateway of a release adds to calls of two nodes, compared with calls of one of them. */
export async function* benchGateway(): AsyncGenerator<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-bench-gateway-'));
  const [alpha, beta] = [await startMember('alpha'), await startMember('beta')];
  try {
    await share(alpha.daemon, await alpha.daemon.mine(100), beta.daemon);
    await bundleHost(join(folder, 'lib'));
    copyFileSync(join(import.meta.dirname, '../../package.json'), join(folder, 'lib/package.json'));
    const gateway = await startGateway(folder, [alpha.member, beta.member]);
    try {
      const { user, password, url } = alpha.member;
      const node = { user, password, port: Number(new URL(url).port) };
      yield await memoryAtRest(gateway.pid);
      // Before its heap has grown under load.
      yield await idleMemory(gateway.pid, gateway.target);
      yield await latency(gateway.target, node);
      yield await throughput(gateway.target, node);
    } finally {
      gateway.stop();
    }
  } finally {
    await Promise.all([alpha, beta].map(({ daemon }) => daemon.remove()));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Starts a node with the gateway’s user and the threads that Satrap gives it, which takes 32 calls of others at once. */
async function startMember(name: string): Promise<{ daemon: Daemon; member: MemberConfig }> {
  const password = randomBytes(16).toString('hex');
  const daemon = await Daemon.make([
    `rpcauth=${rpcAuth('gateway', password, 'salt')}`,
    ...[`rpcwhitelist=gateway:${gatewayRpcWhitelist.join(',')}`, 'rpcthreads=5', 'rpcworkqueue=64'],
  ]);
  await daemon.start();
  const url = `http://127.0.0.1:${daemon.endpoint.port}`;
  return { daemon, member: { nodeId: name, name, url, user: 'gateway', password, startedWithGatewayUser: true } };
}

async function startGateway(folder: string, members: readonly MemberConfig[]) {
  const [port, password] = [await freePort(), randomBytes(32).toString('hex')];
  const sha256 = createHash('sha256').update(password).digest('hex');
  const consumer = {
    id: 'bench',
    name: 'bench',
    secrets: [{ id: 'only', sha256 }],
    methods: [...rpcPresets.read.methods],
  };
  const config: GatewayConfig = {
    version: 1,
    endpoints: [
      {
        ...{ id: 'bench', name: 'bench', network: 'regtest', listen: { address: '127.0.0.1', port } },
        ...{ members: [...members], consumers: [{ ...consumer, callsPerSecond: 1e6, callsInFlight: 2000 }] },
      },
    ],
  };
  const path = join(folder, 'gateway.json');
  writeFileSync(path, JSON.stringify(config), { mode: 0o600 });
  const program = spawn(
    process.execPath,
    [...flags, join(folder, 'lib/gateway.cjs'), 'gateway', 'run', '--config', path],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, MALLOC_ARENA_MAX: '2' },
    },
  );
  const target: Target = { port, user: 'bench', password };
  await until('the gateway answers', () =>
    load(target, 1, 1).then(
      () => true,
      () => false,
    ),
  );
  return { pid: program.pid ?? 0, target, stop: () => program.kill() };
}

async function load(target: Target, connections: number, milliseconds: number): Promise<RpcLoadResult> {
  const options: RpcLoad = { ...target, connections, milliseconds };
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'rpc-load.ts'), JSON.stringify(options)], {
    maxBuffer: 256 * 1024 * 1024,
  });
  return JSON.parse(stdout) as RpcLoadResult;
}

/** Loads both in turn, so that a slow moment of the machine affects both. */
async function inTurn(gateway: Target, node: Target, connections: number, milliseconds: number) {
  // Without what V8 has not compiled yet.
  await load(gateway, connections, milliseconds);
  const results: { ours: RpcLoadResult[]; peer: RpcLoadResult[] } = { ours: [], peer: [] };
  for (let round = 0; round < rounds; round++) {
    results.peer.push(await load(node, connections, milliseconds));
    results.ours.push(await load(gateway, connections, milliseconds));
  }
  return results;
}

async function latency(gateway: Target, node: Target): Promise<Figure> {
  const results = await inTurn(gateway, node, 1, latencyMs);
  const [ours, peer] = [results.ours, results.peer].map((all) => summarise(all.flatMap(({ latencies }) => latencies)));
  if (ours === undefined || peer === undefined) throw new Error('nothing was measured');
  return {
    what: '(gateway) getblockcount through a gateway',
    unit: 'ms',
    ours,
    peer: { what: `of the node itself (p99 ${peer.p99.toFixed(2)})`, summary: peer },
    goal: 'median + ≤ 1, p99 + ≤ 3',
    met: ours.median - peer.median <= 1 && ours.p99 - peer.p99 <= 3,
  };
}

async function throughput(gateway: Target, node: Target): Promise<Figure> {
  const results = await inTurn(gateway, node, 32, throughputMs);
  const rates = (all: readonly RpcLoadResult[]): Summary => summarise(all.map(({ callsPerSecond }) => callsPerSecond));
  const [ours, peer] = [rates(results.ours), rates(results.peer)];
  return {
    what: '(gateway) getblockcount on 32 connections through a gateway',
    unit: 'calls/s',
    ours,
    peer: { what: 'of the node itself', summary: peer },
    goal: `≥ 60 % (here ${Math.round((ours.median / peer.median) * 100)} %)`,
    met: ours.median >= 0.6 * peer.median,
  };
}

async function readMemory(pid: number): Promise<Summary> {
  const values: number[] = [];
  await delay(5000);
  for (let reading = 0; reading < rounds; reading++) {
    await delay(1000);
    values.push(residentMiB(pid));
  }
  return summarise(values);
}

async function memoryAtRest(pid: number): Promise<Figure> {
  const ours = await readMemory(pid);
  return { what: '(gateway) at rest', unit: 'MiB', ours, peer: null, goal: '≤ 60', met: ours.median <= 60 };
}

/** Each connection has made one call before it is idle. */
async function idleMemory(pid: number, { port, user, password }: Target): Promise<Figure> {
  const before = await readMemory(pid);
  const body = '{"method":"getblockcount"}';
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const request = `POST / HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const sockets: Socket[] = [];
  try {
    for (let count = 0; count < idleConnections; count++) {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      socket.once('data', () => resolve()).once('error', reject);
      socket.write(request);
      await promise;
    }
    const ours = await readMemory(pid);
    const added = ours.median - before.median;
    return {
      what: `(gateway) with ${idleConnections} idle connections`,
      unit: 'MiB',
      ours,
      peer: { what: 'without', summary: before },
      goal: `+ ≤ 30 (here + ${added.toFixed(1)})`,
      met: added <= 30,
    };
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}
