import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { RunMonitor, type RunMonitorOptions } from '../../../src/agent/monitor/run-monitor.ts';
import { systemClock } from '../../../src/timing/clock.ts';
import { hastyClock } from '../../harness/hasty-clock.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { watchLoop } from '../../harness/test-deps.ts';
import { until } from '../../harness/until.ts';
import { Daemon } from './daemon.ts';
import { type Monitoring, monitoring } from './monitoring.ts';

/** Shared by the tests, each of which leaves it running. */
let daemon: Daemon;
const monitors: Monitoring[] = [];

beforeAll(async () => {
  daemon = await Daemon.make(['txindex=1']);
});
afterAll(() => daemon?.remove());
afterEach(async () => {
  await Promise.all(monitors.splice(0).map((monitor) => monitor.stop()));
});

const heightOf = async (which = daemon): Promise<number> => Number((await which.ask('getblockcount')).result);

function monitor(options?: Parameters<typeof monitoring>[1], endpoint = daemon.endpoint): Monitoring {
  const started = monitoring(endpoint, options);
  monitors.push(started);
  return started;
}

test('a node is reported as starting until its daemon answers, and is sampled as a whole then', async () => {
  const monitored = monitor();
  await until('the monitor reports something', () => monitored.healths.length > 0);
  expect(monitored.healths).toEqual([{ state: 'starting', message: 'the daemon does not answer yet', isSilent: true }]);
  await daemon.start();
  await monitored.untilRunning(0);
  await daemon.mine(3);
  await monitored.untilRunning(3);
  const { result: hash } = await daemon.ask('getbestblockhash');
  const sample = monitored.samples.at(-1);
  expect(sample).toMatchObject({
    ...{ height: 3, headers: 3, bestBlockHash: hash, verificationProgress: 1, initialBlockDownload: false },
    ...{ peersInbound: 0, peersOutbound: 0, mempoolTransactions: 0, indexes: [{ name: 'txindex' }] },
    ...{ cpuPercent: 1.5, memoryMiB: 64 },
  });
  expect(sample?.subversion).toMatch(/^\/LitecoinCore:/);
  expect(sample?.sizeOnDiskBytes).toBeGreaterThan(0);
});

test('a chain that stands still is sampled at each interval, also after someone has set the clock back', async () => {
  const height = await heightOf();
  let stepped = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + stepped };
  const monitored = monitor({ clock, sampleIntervalSeconds: 0.2 });
  await monitored.untilRunning(height);
  stepped = -3_600_000;
  const { length } = monitored.samples;
  await until('there are more samples', () => monitored.samples.length > length + 3);
  expect(new Set(monitored.samples.map((sample) => sample.height))).toEqual(new Set([height]));
  expect(monitored.healths.filter(({ state }) => state === 'running')).toEqual([{ state: 'running', height }]);
});

test('a burst of blocks ends with a sample of the last one, and no block is sampled twice', async () => {
  const height = await heightOf();
  const monitored = monitor();
  await monitored.untilRunning(height);
  await daemon.mine(20);
  await monitored.untilRunning(height + 20);
  const heights = monitored.samples.map((sample) => sample.height);
  expect(heights).toEqual([...new Set(heights)].toSorted((a, b) => a - b));
});

test('a block that arrives while the one before it is sampled is not missed', async () => {
  const height = await heightOf();
  let mined = 0;
  // Called between the reading of the chain and the wait for the next block.
  const stats = async () => {
    mined += (await daemon.mine(1)).length;
    return { cpuPercent: null, memoryMiB: null };
  };
  const monitored = monitor({ stats });
  await monitored.untilRunning(height + 1);
  expect(mined).toBe(1);
  expect(monitored.samples.map((sample) => sample.height)).toEqual([height, height + 1]);
});

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a daemon that ended with %s is monitored again once it is back',
  async (signal) => {
    const monitored = monitor();
    await monitored.untilRunning(await heightOf());
    await daemon.stop(signal);
    await until('the loss is noticed', () => monitored.healths.at(-1)?.state === 'starting');
    const seen = monitored.samples.length;
    await daemon.start();
    const height = await heightOf();
    await daemon.mine(1);
    await monitored.untilRunning(height + 1);
    expect(monitored.samples[seen]?.uptimeSeconds).toBeLessThan(30);
  },
);

test('the monitor passes on a daemon’s own messages while it warms up', async () => {
  await daemon.mine(300);
  const height = await heightOf();
  await daemon.stop();
  // Polls often, because the warm-up of so short a chain is short, though every block is checked in full.
  const monitored = monitor({ clock: hastyClock(100) });
  await daemon.start(['-checkblocks=0', '-checklevel=4']);
  await monitored.untilRunning(height);
  const messages = monitored.healths.flatMap((health) => (health.state === 'starting' ? [health.message] : []));
  expect(messages.filter((message) => /^(Loading|Verifying|Rewinding|Starting)/.test(message))).not.toEqual([]);
});

test('a node that catches up is sampled once a second at most, and certainly at its last block', async () => {
  const [source, target] = await Promise.all([Daemon.make(), Daemon.make()]);
  onTestFinished(async () => {
    await Promise.all([source.remove(), target.remove()]);
  });
  // Its blocks are years old, so that a node that receives them stays in initial block download.
  await Promise.all([source.start(['-mocktime=1700000000']), target.start()]);
  const hashes = await source.mine(40);
  const pass = async (read: string, verbosity: number | boolean, give: string, which: readonly string[]) => {
    for (const hash of which) {
      const { result } = await source.ask(read, [hash, verbosity]);
      expect(await target.ask(give, [result])).toEqual({ status: 200, result: null });
    }
  };
  await pass('getblockheader', false, 'submitheader', hashes);
  const monitored = monitor({}, target.endpoint);
  await until('the node is seen catching up', () => monitored.samples.length > 0);
  expect(monitored.healths.at(-1)).toMatchObject({ state: 'syncing', height: 0, headers: 40 });
  await pass('getblock', 0, 'submitblock', hashes.slice(0, 20));
  await until('the first burst is seen', () => monitored.samples.at(-1)?.height === 20);
  await pass('getblock', 0, 'submitblock', hashes.slice(20));
  await monitored.untilRunning(40);
  const arrivals = monitored.samples.map(({ arrivedAt }) => arrivedAt);
  const gaps = arrivals.slice(1).map((arrivedAt, index) => arrivedAt - (arrivals[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThan(800);
  expect(monitored.samples.at(-1)).toMatchObject({ height: 40, headers: 40, initialBlockDownload: true });
});

test('the monitor reports which call the daemon refused when the password is wrong, and keeps calling', async () => {
  const monitored = monitor({ clock: hastyClock(20) }, { ...daemon.endpoint, password: 'another-password' });
  await until('the refusal is reported', () => monitored.healths.length > 0);
  const message = 'the daemon refused the agent’s call getblockchaininfo (HTTP 401)';
  expect(monitored.healths).toEqual([{ state: 'starting', message }]);
  expect(monitored.samples).toEqual([]);
});

test('a node is sampled without CPU and memory when the engine cannot measure them', async () => {
  const height = await heightOf();
  const monitored = monitor({ stats: () => Promise.reject(new Error('no such container')) });
  await monitored.untilRunning(height);
  expect(monitored.samples.at(-1)).toMatchObject({ height, cpuPercent: null, memoryMiB: null });
});

test('the monitor stops in the middle of a wait for a block, and leaves no connection', async () => {
  const before = await connectionsTo(daemon.endpoint.port);
  const monitored = monitor();
  await monitored.untilRunning(await heightOf());
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

const stats = async () => ({ cpuPercent: null, memoryMiB: null });

function runMonitor(options: Partial<RunMonitorOptions> = {}): RunMonitor {
  const monitored = new RunMonitor({
    ...{ onHealth: () => undefined, onSample: () => undefined, clock: systemClock, sampleIntervalSeconds: 30 },
    ...{ watchLoop, log: listeningLog().log },
    ...options,
  });
  onTestFinished(() => monitored.stop());
  return monitored;
}

test('the health of a run that ended is no sign of life while the next run starts', async () => {
  const monitored = runMonitor();
  const run = { run: 'first', rpc: daemon.endpoint, stats };
  monitored.follow(run);
  await until('it runs', () => monitored.health?.state === 'running');
  monitored.follow(run);
  expect(monitored.health?.state).toBe('running');
  monitored.follow(null);
  expect(monitored.health).toBeNull();
});

test('a monitor that crashed is started again by the next look at its node', async () => {
  const { log, lines } = listeningLog();
  let isBroken = true;
  let reports = 0;
  const sleep: typeof systemClock.sleep = async (ms, signal) => {
    if (isBroken) throw new Error('a fault of our own');
    await systemClock.sleep(ms, signal);
  };
  const monitored = runMonitor({ clock: { ...systemClock, sleep }, log, onHealth: () => reports++ });
  // Nothing listens on this port, so that the monitor reports "starting".
  const run = { run: 'first', rpc: { host: '127.0.0.1', port: 1, user: 'nobody', password: 'none' }, stats };
  monitored.follow(run);
  await until('it crashed', () => lines.some(({ msg }) => msg === 'node monitor crashed'));
  isBroken = false;
  const before = reports;
  monitored.follow(run);
  await until('it reports again', () => reports > before);
});
