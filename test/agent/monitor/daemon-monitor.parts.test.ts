import { readFile } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../../src/timing/clock.ts';
import { hastyClock } from '../../harness/hasty-clock.ts';
import { until } from '../../harness/until.ts';
import { Daemon } from './daemon.ts';
import { type Monitoring, monitoring } from './monitoring.ts';

const daemons: Daemon[] = [];
const monitors: Monitoring[] = [];

afterEach(async () => {
  await Promise.all(monitors.splice(0).map((monitor) => monitor.stop()));
  await Promise.all(daemons.splice(0).map((daemon) => daemon.remove()));
});

async function daemonWith(settings: readonly string[] = []): Promise<Daemon> {
  const daemon = await Daemon.make(settings);
  daemons.push(daemon);
  return daemon;
}

function monitor(...args: Parameters<typeof monitoring>): Monitoring {
  const started = monitoring(...args);
  monitors.push(started);
  return started;
}

test('a node is reported as starting until its daemon answers, and is sampled as a whole then', async () => {
  const daemon = await daemonWith(['txindex=1']);
  const monitored = monitor(daemon.endpoint);
  await until('the monitor reports something', () => monitored.healths.length > 0);
  expect(monitored.healths).toEqual([{ state: 'starting', message: 'the daemon does not answer yet', isSilent: true }]);
  await daemon.start();
  await monitored.untilRunning(0);
  await daemon.mine(3);
  await monitored.untilRunning(3);
  const { result: hash } = await daemon.ask('getbestblockhash');
  expect(monitored.samples.at(-1)).toMatchObject({
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
  expect(monitored.samples.at(-1)?.subversion).toMatch(/^\/LitecoinCore:/);
  expect(monitored.samples.at(-1)?.sizeOnDiskBytes).toBeGreaterThan(0);
});

test('a node is sampled at its interval, also after someone has set the clock back', async () => {
  const daemon = await daemonWith();
  await daemon.start();
  let stepped = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + stepped };
  const monitored = monitor(daemon.endpoint, { clock, sampleIntervalSeconds: 1 });
  await monitored.untilRunning(0);
  stepped = -3_600_000;
  const { length } = monitored.samples;
  await until('there is another sample', () => monitored.samples.length > length);
});

test('the monitor passes on a daemon’s own messages while it warms up', async () => {
  const daemon = await daemonWith();
  await daemon.start();
  await daemon.mine(300);
  await daemon.stop();
  // Polls often, because the warm-up of so short a chain is short, though every block is checked in full.
  const monitored = monitor(daemon.endpoint, { clock: hastyClock(100) });
  await daemon.start(['-checkblocks=0', '-checklevel=4']);
  await monitored.untilRunning(300);
  const messages = monitored.healths.flatMap((health) => (health.state === 'starting' ? [health.message] : []));
  expect(messages.filter((message) => /^(Loading|Verifying|Rewinding|Starting)/.test(message))).not.toEqual([]);
});

test('a burst of blocks ends with a sample of the last one, and no block is sampled twice', async () => {
  const daemon = await daemonWith();
  await daemon.start();
  const monitored = monitor(daemon.endpoint);
  await monitored.untilRunning(0);
  await daemon.mine(20);
  await monitored.untilRunning(20);
  const heights = monitored.samples.map(({ height }) => height);
  expect(heights).toEqual([...new Set(heights)].toSorted((a, b) => a - b));
});

test('a block that arrives while the one before it is sampled is not missed', async () => {
  const daemon = await daemonWith();
  await daemon.start();
  let mined = 0;
  const monitored = monitor(daemon.endpoint, {
    // Called between the reading of the chain and the wait for the next block.
    stats: async () => {
      mined += (await daemon.mine(1)).length;
      return { cpuPercent: null, memoryMiB: null };
    },
  });
  await monitored.untilRunning(1);
  expect(mined).toBe(1);
  expect(monitored.samples.map(({ height }) => height)).toEqual([0, 1]);
});

test('a node that catches up is sampled once a second at most, and certainly at its last block', async () => {
  // Its blocks are years old, so that a node that receives them stays in initial block download.
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
  const monitored = monitor(daemon.endpoint);
  await until('the node is seen catching up', () => monitored.samples.length > 0);
  expect(monitored.healths.at(-1)).toMatchObject({ state: 'syncing', height: 0, headers: 40 });
  await pass('getblock', 0, 'submitblock', hashes.slice(0, 20));
  await until('the first burst is seen', () => monitored.samples.at(-1)?.height === 20);
  await pass('getblock', 0, 'submitblock', hashes.slice(20));
  await monitored.untilRunning(40);
  const gaps = monitored.samples
    .slice(1)
    .map(({ arrivedAt }, index) => arrivedAt - (monitored.samples[index]?.arrivedAt ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThan(800);
  expect(monitored.samples.at(-1)).toMatchObject({ height: 40, headers: 40, initialBlockDownload: true });
});

test('a chain that stands still is sampled at each interval', async () => {
  const daemon = await daemonWith();
  await daemon.start();
  const monitored = monitor(daemon.endpoint, { sampleIntervalSeconds: 0.2 });
  await until('five samples are there', () => monitored.samples.length >= 5);
  expect(monitored.samples.slice(0, 5).map(({ height }) => height)).toEqual([0, 0, 0, 0, 0]);
  expect(monitored.healths.filter(({ state }) => state === 'running')).toEqual([{ state: 'running', height: 0 }]);
});

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a daemon that ended with %s and came back is monitored again',
  async (signal) => {
    const daemon = await daemonWith();
    await daemon.start();
    await daemon.mine(5);
    const monitored = monitor(daemon.endpoint);
    await monitored.untilRunning(5);
    await daemon.stop(signal);
    await until('the loss is noticed', () => monitored.healths.at(-1)?.state === 'starting');
    const seen = monitored.samples.length;
    await daemon.start();
    const { result: height } = await daemon.ask('getblockcount');
    await daemon.mine(1);
    await monitored.untilRunning(Number(height) + 1);
    expect(monitored.samples[seen]?.uptimeSeconds).toBeLessThan(30);
  },
);

test('the monitor reports which call the daemon refused when the password is wrong, and keeps calling', async () => {
  const daemon = await daemonWith();
  await daemon.start();
  const monitored = monitor({ ...daemon.endpoint, password: 'another-password' }, { clock: hastyClock(20) });
  await until('the refusal is reported', () => monitored.healths.length > 0);
  expect(monitored.healths).toEqual([
    { state: 'starting', message: 'the daemon refused the agent’s call getblockchaininfo (HTTP 401)' },
  ]);
  expect(monitored.samples).toEqual([]);
});

test('a node is sampled without CPU and memory when the engine cannot measure them', async () => {
  const daemon = await daemonWith();
  await daemon.start();
  const monitored = monitor(daemon.endpoint, { stats: () => Promise.reject(new Error('no such container')) });
  await monitored.untilRunning(0);
  expect(monitored.samples.at(-1)).toMatchObject({ height: 0, cpuPercent: null, memoryMiB: null });
});

test('the monitor stops in the middle of a wait for a block, and leaves no connection', async () => {
  const daemon = await daemonWith();
  await daemon.start();
  const before = await connectionsTo(daemon.endpoint.port);
  const monitored = monitor(daemon.endpoint);
  await monitored.untilRunning(0);
  await until('the long poll is under way', async () => (await connectionsTo(daemon.endpoint.port)) > before);
  const stoppedAt = performance.now();
  await monitored.stop();
  // The daemon would hold the call for tens of seconds.
  expect(performance.now() - stoppedAt).toBeLessThan(10_000);
  await until('its connections are closed', async () => (await connectionsTo(daemon.endpoint.port)) <= before);
});

/** Returns how many established connections to this port of loopback the kernel lists, counted at the caller's side. */
async function connectionsTo(port: number): Promise<number> {
  const remote = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = (await readFile('/proc/net/tcp', 'utf8')).trim().split('\n').slice(1);
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , to, state]) => to?.endsWith(remote) && state === '01').length;
}
