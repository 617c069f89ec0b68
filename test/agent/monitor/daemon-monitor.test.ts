import { readFile } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../../src/timing/clock.ts';
import { hastyClock } from '../../harness/hasty-clock.ts';
import { until } from '../../harness/until.ts';
import { Daemon } from './daemon.ts';
import { type Monitoring, monitoring } from './monitoring.ts';

const daemons: Daemon[] = [];
const watches: Monitoring[] = [];

afterEach(async () => {
  await Promise.all(watches.splice(0).map((watch) => watch.stop()));
  await Promise.all(daemons.splice(0).map((daemon) => daemon.remove()));
});

async function daemonWith(settings: readonly string[] = []): Promise<Daemon> {
  const daemon = await Daemon.make(settings);
  daemons.push(daemon);
  return daemon;
}

function watch(...args: Parameters<typeof monitoring>): Monitoring {
  const watch = monitoring(...args);
  watches.push(watch);
  return watch;
}

test('says that a node starts until its daemon answers, then samples it whole', async () => {
  const daemon = await daemonWith(['txindex=1']);
  const watched = watch(daemon.endpoint);
  await until('the watch says something', () => watched.healths.length > 0);
  expect(watched.healths).toEqual([{ state: 'starting', message: 'the daemon does not answer yet' }]);
  await daemon.start();
  await watched.untilRunning(0);
  await daemon.mine(3);
  await watched.untilRunning(3);
  const { result: hash } = await daemon.ask('getbestblockhash');
  expect(watched.samples.at(-1)).toMatchObject({
    height: 3,
    headers: 3,
    bestBlockHash: hash,
    verificationProgress: 1,
    initialBlockDownload: false,
    peersInbound: 0,
    peersOutbound: 0,
    mempoolTransactions: 0,
    indexes: [{ name: 'txindex' }],
    cpuPercent: 1.5,
    memoryMiB: 64,
  });
  expect(watched.samples.at(-1)?.subversion).toMatch(/^\/LitecoinCore:/);
  expect(watched.samples.at(-1)?.sizeOnDiskBytes).toBeGreaterThan(0);
});

test('goes on sampling at its interval when someone sets the clock back', async () => {
  const daemon = await daemonWith();
  await daemon.start();
  let stepped = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + stepped };
  const watched = watch(daemon.endpoint, { clock, sampleIntervalSeconds: 1 });
  await watched.untilRunning(0);
  stepped = -3_600_000;
  const { length } = watched.samples;
  await until('there is another sample', () => watched.samples.length > length, 10_000);
});

test('tells a daemon’s own words while it warms up', async () => {
  const daemon = await daemonWith();
  await daemon.start();
  await daemon.mine(300);
  await daemon.stop();
  // Asks often, for the warm-up of so short a chain is short, though every block is checked in full.
  const watched = watch(daemon.endpoint, { clock: hastyClock(100) });
  await daemon.start(['-checkblocks=0', '-checklevel=4']);
  await watched.untilRunning(300);
  const messages = watched.healths.flatMap((health) => (health.state === 'starting' ? [health.message] : []));
  expect(messages.filter((message) => /^(Loading|Verifying|Rewinding|Starting)/.test(message))).not.toEqual([]);
});

test('ends a burst of blocks with the last one, and tells none twice', async () => {
  const daemon = await daemonWith();
  await daemon.start();
  const watched = watch(daemon.endpoint);
  await watched.untilRunning(0);
  await daemon.mine(20);
  await watched.untilRunning(20);
  const heights = watched.samples.map(({ height }) => height);
  expect(heights).toEqual([...new Set(heights)].toSorted((a, b) => a - b));
});

test('sees a block that was made while it read the one before', async () => {
  const daemon = await daemonWith();
  await daemon.start();
  let mined = 0;
  const watched = watch(daemon.endpoint, {
    // Called between the reading of the chain and the wait for the next block.
    stats: async () => {
      mined += (await daemon.mine(1)).length;
      return { cpuPercent: null, memoryMiB: null };
    },
  });
  await watched.untilRunning(1);
  expect(mined).toBe(1);
  expect(watched.samples.map(({ height }) => height)).toEqual([0, 1]);
});

test('samples a node that catches up once a second at most, and its last block for certain', async () => {
  // Its blocks are years old, so that who receives them still takes itself to be in initial block download.
  const source = await daemonWith();
  await source.start(['-mocktime=1700000000']);
  const hashes = await source.mine(40);
  const pass = async (read: string, verbosity: number | boolean, give: string, which: readonly string[]) => {
    for (const hash of which) {
      const { result } = await source.ask(read, [hash, verbosity]);
      expect(await daemon.ask(give, [result])).toEqual({ status: 200, result: null });
    }
  };
  const daemon = await daemonWith();
  await daemon.start();
  await pass('getblockheader', false, 'submitheader', hashes);
  const watched = watch(daemon.endpoint);
  await until('the node is seen catching up', () => watched.samples.length > 0);
  expect(watched.healths.at(-1)).toMatchObject({ state: 'syncing', height: 0, headers: 40 });
  await pass('getblock', 0, 'submitblock', hashes.slice(0, 20));
  await until('the first burst is seen', () => watched.samples.at(-1)?.height === 20);
  await pass('getblock', 0, 'submitblock', hashes.slice(20));
  await watched.untilRunning(40);
  const gaps = watched.samples
    .slice(1)
    .map(({ arrivedAt }, index) => arrivedAt - (watched.samples[index]?.arrivedAt ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThan(800);
  expect(watched.samples.at(-1)).toMatchObject({ height: 40, headers: 40, initialBlockDownload: true });
});

test('samples a chain that stands still at each interval', async () => {
  const daemon = await daemonWith();
  await daemon.start();
  const watched = watch(daemon.endpoint, { sampleIntervalSeconds: 0.2 });
  await until('five samples are there', () => watched.samples.length >= 5);
  expect(watched.samples.slice(0, 5).map(({ height }) => height)).toEqual([0, 0, 0, 0, 0]);
  expect(watched.healths.filter(({ state }) => state === 'running')).toEqual([{ state: 'running', height: 0 }]);
});

test.each(['SIGTERM', 'SIGKILL'] as const)('finds a daemon again that ended with %s and came back', async (signal) => {
  const daemon = await daemonWith();
  await daemon.start();
  await daemon.mine(5);
  const watched = watch(daemon.endpoint);
  await watched.untilRunning(5);
  await daemon.stop(signal);
  await until('the loss is noticed', () => watched.healths.at(-1)?.state === 'starting');
  const seen = watched.samples.length;
  await daemon.start();
  const { result: height } = await daemon.ask('getblockcount');
  await daemon.mine(1);
  await watched.untilRunning(Number(height) + 1);
  expect(watched.samples[seen]?.uptimeSeconds).toBeLessThan(30);
});

test('says which call the daemon refused when the password is wrong, and goes on asking', async () => {
  const daemon = await daemonWith();
  await daemon.start();
  const watched = watch({ ...daemon.endpoint, password: 'another-password' }, { clock: hastyClock(20) });
  await until('the refusal is told', () => watched.healths.length > 0);
  expect(watched.healths).toEqual([
    { state: 'starting', message: 'the daemon refused getblockchaininfo to the agent (HTTP 401)' },
  ]);
  expect(watched.samples).toEqual([]);
});

test('goes without the container’s measurements where the engine gives none', async () => {
  const daemon = await daemonWith();
  await daemon.start();
  const watched = watch(daemon.endpoint, { stats: () => Promise.reject(new Error('no such container')) });
  await watched.untilRunning(0);
  expect(watched.samples.at(-1)).toMatchObject({ height: 0, cpuPercent: null, memoryMiB: null });
});

test('stops in the middle of a wait for a block, and leaves no connection', async () => {
  const daemon = await daemonWith();
  await daemon.start();
  const before = await connectionsTo(daemon.endpoint.port);
  const watched = watch(daemon.endpoint);
  await watched.untilRunning(0);
  await until('the long poll is under way', async () => (await connectionsTo(daemon.endpoint.port)) > before);
  const stoppedAt = performance.now();
  await watched.stop();
  // The daemon would hold the call for tens of seconds.
  expect(performance.now() - stoppedAt).toBeLessThan(10_000);
  await until('its connections are closed', async () => (await connectionsTo(daemon.endpoint.port)) <= before);
});

/** How many established connections the kernel knows to this port of loopback, counted at the side that called. */
async function connectionsTo(port: number): Promise<number> {
  const remote = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = (await readFile('/proc/net/tcp', 'utf8')).trim().split('\n').slice(1);
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , to, state]) => to?.endsWith(remote) && state === '01').length;
}
