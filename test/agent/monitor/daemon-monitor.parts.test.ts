import { createServer, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { AnswerMemory } from '../../../src/agent/monitor/answer-memory.ts';
import { type DaemonMonitorOptions, monitorDaemon } from '../../../src/agent/monitor/daemon-monitor.ts';
import type { NodeHealth } from '../../../src/agent/monitor/daemon-view.ts';
import { RunMonitor, type RunMonitorOptions } from '../../../src/agent/monitor/run-monitor.ts';
import type { NodeSample } from '../../../src/agent/monitor/sample.ts';
import { systemClock } from '../../../src/timing/clock.ts';
import { hastyClock } from '../../harness/hasty-clock.ts';
import { closeServer, listenHere } from '../../harness/listen.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { shared } from '../../harness/shared-part.ts';
import { watchLoop } from '../../harness/test-deps.ts';
import { until } from '../../harness/until.ts';
import { Daemon } from './daemon.ts';

/** Shared by the tests, each of which leaves it running. */
const daemon = shared(
  () => Daemon.make(['txindex=1']),
  (made) => made.remove(),
);

const heightOf = async (): Promise<number> => Number((await daemon.ask('getblockcount')).result);
const stats = async () => ({ cpuPercent: null, memoryMiB: null });

/** Monitors a daemon like the agent, and records everything reported. */
function monitor(options: Partial<DaemonMonitorOptions> = {}) {
  const abort = new AbortController();
  /** Every change of state or message, oldest first, without the data for problems. */
  const healths: NodeHealth[] = [];
  /** With the time at which each arrived, in milliseconds of `performance.now()`. */
  const samples: (NodeSample & { arrivedAt: number })[] = [];
  const ended = monitorDaemon(
    {
      rpc: daemon.endpoint,
      stats: async () => ({ cpuPercent: 1.5, memoryMiB: 64, rpcConnections: 3 }),
      onHealth: (found) => {
        const { view: _, ...health } = { view: null, ...found };
        if (JSON.stringify(health) !== JSON.stringify(healths.at(-1))) healths.push(health);
      },
      onSample: (sample) => samples.push({ ...sample, arrivedAt: performance.now() }),
      ...{
        clock: systemClock,
        sampleIntervalSeconds: 30,
        watchLoop,
        answerMemory: new AnswerMemory(),
        log: listeningLog().log,
      },
      ...options,
    },
    abort.signal,
  );
  const stop = async () => {
    abort.abort();
    await ended;
  };
  onTestFinished(stop);
  const untilRunning = (height: number) =>
    until(`the node runs at height ${height}`, () => {
      const last = healths.at(-1);
      return last?.state === 'running' && last.height === height && samples.at(-1)?.height === height;
    });
  return { healths, samples, untilRunning, stop };
}

/** A way to the daemon that records the methods of each request, and answers those in `refused` like a full work queue. */
async function busyProxy() {
  const requests: string[][] = [];
  const refused: string[] = [];
  const open = { now: 0, most: 0 };
  const proxy = createServer(async (incoming, outgoing) => {
    const body = await text(incoming);
    const methods = [JSON.parse(body) as { method: string } | { method: string }[]].flat().map(({ method }) => method);
    requests.push(methods);
    if (methods.some((method) => refused.includes(method)))
      return outgoing.writeHead(503).end('Work queue depth exceeded');
    open.most = Math.max(open.most, ++open.now);
    outgoing.on('close', () => open.now--);
    // Somebody else's call is answered before, so that concurrent calls would meet here.
    await daemon.ask('uptime').catch(() => undefined);
    const { authorization } = incoming.headers;
    const { host, port } = daemon.endpoint;
    const sent = request({ host, port, method: 'POST', headers: { authorization } }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500);
      answer.pipe(outgoing);
    });
    sent.on('error', () => outgoing.destroy());
    outgoing.on('close', () => sent.destroy());
    sent.end(body);
  });
  onTestFinished(() => closeServer(proxy));
  return { requests, refused, open, rpc: { ...daemon.endpoint, port: await listenHere(proxy) } };
}

test('a node is starting until its daemon answers, and is then sampled completely', async () => {
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
    // One of them is the monitor's own.
    ...{ cpuPercent: 1.5, memoryMiB: 64, rpcConnections: 2 },
  });
  expect(sample?.subversion).toMatch(/^\/LitecoinCore:/);
  expect(sample?.sizeOnDiskBytes).toBeGreaterThan(0);
});

test('samples an idle chain at each interval, also after the clock was set back', async () => {
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

test('misses no block during a sample, and samples without CPU and memory figures', async () => {
  const height = await heightOf();
  // Called once, between the reading of the chain and the wait for the next block.
  const failing = async () => {
    await daemon.mine(1);
    throw new Error('no such container');
  };
  const monitored = monitor({ stats: failing });
  await monitored.untilRunning(height + 1);
  expect(monitored.samples.map((sample) => sample.height)).toEqual([height, height + 1]);
  expect(monitored.samples.at(-1)).toMatchObject({ cpuPercent: null, memoryMiB: null });
});

test('monitors a daemon again once it is back, and passes its warm-up messages on', async () => {
  await daemon.mine(300);
  const height = await heightOf();
  // Polls often, because the warm-up of so short a chain is short, though every block is checked in full.
  const monitored = monitor({ clock: hastyClock(100) });
  await monitored.untilRunning(height);
  await daemon.stop();
  await until('the loss is noticed', () => monitored.healths.at(-1)?.state === 'starting');
  const seen = monitored.samples.length;
  await daemon.start(['-checkblocks=0', '-checklevel=4']);
  await until('it is sampled again', () => monitored.samples.length > seen);
  await monitored.untilRunning(height);
  const messages = monitored.healths.flatMap((health) => (health.state === 'starting' ? [health.message] : []));
  expect(messages.filter((message) => /^(Loading|Verifying|Rewinding|Starting)/.test(message))).not.toEqual([]);
  expect(monitored.samples[seen]?.uptimeSeconds).toBeLessThan(30);
});

test('samples a node that catches up once a second at most, and at its last block', async () => {
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
  const monitored = monitor({ rpc: target.endpoint });
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

test.each(['getmempoolinfo', 'waitforblockheight'])(
  'a daemon that refuses %s counts as running, and is called less often',
  async (method) => {
    const { rpc, requests, refused } = await busyProxy();
    refused.push(method);
    const height = await heightOf();
    const sleeps: number[] = [];
    const { healths, samples, untilRunning } = monitor({ rpc, clock: hastyClock(50, sleeps) });
    await until('it was called ten times', () => requests.flat().filter((name) => name === method).length >= 10);
    expect(healths).toEqual([{ state: 'running', height }]);
    expect(sleeps.slice(0, 9)).toEqual(sleeps.slice(0, 9).toSorted((a, b) => a - b));
    expect(sleeps[8]).toBe(2000);
    expect(samples.length).toBeLessThanOrEqual(1);
    refused.pop();
    await daemon.mine(1);
    await untilRunning(height + 1);
  },
);

test('calls an idle node twice per interval, one request after the other', async () => {
  const { rpc, requests, open } = await busyProxy();
  const { stop } = monitor({ rpc, sampleIntervalSeconds: 1 });
  await until('several intervals have passed', () => requests.length >= 10);
  const [wait, sample] = [['waitforblockheight', 'getblockchaininfo'], expect.arrayContaining(['getnetworkinfo'])];
  const first = [['getblockchaininfo'], sample, ['getchainstates']];
  expect(requests.slice(0, 8)).toEqual([...first, wait, sample, wait, sample, wait]);
  expect(open.most).toBe(1);

  const idle = monitor({ rpc });
  await stop();
  await idle.untilRunning(await heightOf());
  await until('its long poll is under way', () => requests.at(-1)?.includes('waitforblockheight') && open.now === 1);
  const stoppedAt = performance.now();
  await idle.stop();
  // The daemon would hold the call for tens of seconds.
  expect(performance.now() - stoppedAt).toBeLessThan(10_000);
  await until('its connection is closed', () => open.now === 0);
});

function runMonitor(options: Partial<RunMonitorOptions> = {}): RunMonitor {
  const monitored = new RunMonitor({
    ...{ onHealth: () => undefined, onSample: () => undefined, clock: systemClock, sampleIntervalSeconds: 30 },
    ...{ watchLoop, answerMemory: new AnswerMemory(), log: listeningLog().log },
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
