import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../src/timing/clock.ts';
import { hastyClock } from '../../harness/hasty-clock.ts';
import { until } from '../../harness/until.ts';
import { Daemon } from './daemon.ts';
import { type Monitoring, monitoring } from './monitoring.ts';

interface Call {
  method: string;
}

let daemon: Daemon;
let proxy: Server;
let monitored: Monitoring;
/** Methods that the daemon is too busy for. */
let refused: string[];
let called: string[];
/** The methods of each request. */
let requests: string[][];
let maxConcurrent: number;

beforeAll(async () => {
  daemon = await Daemon.make();
  await daemon.start();
});
afterAll(() => daemon?.remove());
beforeEach(async () => {
  [refused, called, requests, maxConcurrent] = [[], [], [], 0];
  let concurrent = 0;
  // bitcoind's answer when its work queue is full.
  proxy = createServer(async (incoming, outgoing) => {
    const body = await text(incoming);
    const methods = [JSON.parse(body) as Call | Call[]].flat().map(({ method }) => method);
    called.push(...methods);
    requests.push(methods);
    if (methods.some((method) => refused.includes(method)))
      return outgoing.writeHead(503).end('Work queue depth exceeded');
    maxConcurrent = Math.max(maxConcurrent, ++concurrent);
    // Somebody else's call is answered before, so that concurrent calls would meet here.
    await daemon.ask('uptime').catch(() => undefined);
    const { authorization } = incoming.headers;
    const sent = request(
      { host: '127.0.0.1', port: daemon.endpoint.port, method: 'POST', headers: { authorization } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500);
        answer.pipe(outgoing);
      },
    );
    sent.on('close', () => concurrent--);
    sent.on('error', () => outgoing.destroy());
    outgoing.on('close', () => sent.destroy());
    sent.end(body);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  await monitored.stop();
  proxy.close();
});

const heightOf = async (): Promise<number> => Number((await daemon.ask('getblockcount')).result);

const monitor = (...[options]: [Parameters<typeof monitoring>[1]?]) => {
  monitored = monitoring({ ...daemon.endpoint, port: (proxy.address() as AddressInfo).port }, options);
};

test.each(['getmempoolinfo', 'waitforblockheight'])(
  'a daemon that refuses %s counts as running, is called less and less often, and is sampled when it answers again',
  async (method) => {
    refused = [method];
    const height = await heightOf();
    const sleeps: number[] = [];
    monitor({ clock: hastyClock(50, sleeps) });
    await until('it was called ten times', () => called.filter((name) => name === method).length >= 10);
    expect(monitored.healths).toEqual([{ state: 'running', height }]);
    expect(sleeps.slice(0, 9)).toEqual(sleeps.slice(0, 9).toSorted((a, b) => a - b));
    expect(sleeps[8]).toBe(2000);
    expect(monitored.samples.length).toBeLessThanOrEqual(1);
    refused = [];
    await daemon.mine(1);
    await monitored.untilRunning(height + 1);
  },
);

test('a node at rest is asked twice in an interval: the wait for a block brings the chain along', async () => {
  monitor({ clock: systemClock, sampleIntervalSeconds: 1 });
  await until('several intervals have passed', () => requests.length >= 10);
  const [wait, sample] = [['waitforblockheight', 'getblockchaininfo'], expect.arrayContaining(['getnetworkinfo'])];
  expect(requests.slice(0, 7)).toEqual([['getblockchaininfo'], sample, wait, sample, wait, sample, wait]);
});

test('the monitor makes one request to a daemon after the other', async () => {
  monitor({ clock: systemClock });
  const height = await heightOf();
  await monitored.untilRunning(height);
  await daemon.mine(1);
  await monitored.untilRunning(height + 1);
  expect(maxConcurrent).toBe(1);
});
