import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../src/timing/clock.ts';
import { hastyClock } from '../../harness/hasty-clock.ts';
import { until } from '../../harness/until.ts';
import { Daemon } from './daemon.ts';
import { type Monitoring, monitoring } from './monitoring.ts';

let daemon: Daemon;
let proxy: Server;
let watched: Monitoring;
/** The methods that the daemon is too busy for. */
let refused: string[];
let asked: string[];
let mostAtOnce: number;

beforeEach(async () => {
  daemon = await Daemon.make();
  await daemon.start();
  [refused, asked, mostAtOnce] = [[], [], 0];
  let atOnce = 0;
  // What bitcoind answers when its work queue is full.
  proxy = createServer(async (incoming, outgoing) => {
    const body = await text(incoming);
    const { method } = JSON.parse(body) as { method: string };
    asked.push(method);
    if (refused.includes(method)) return outgoing.writeHead(503).end('Work queue depth exceeded');
    mostAtOnce = Math.max(mostAtOnce, ++atOnce);
    // Slow as a busy daemon is, so that calls that are made together meet here.
    await systemClock.sleep(20, AbortSignal.timeout(1000));
    const { authorization } = incoming.headers;
    const sent = request(
      { host: '127.0.0.1', port: daemon.endpoint.port, method: 'POST', headers: { authorization } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 500);
        answer.pipe(outgoing);
      },
    );
    sent.on('close', () => atOnce--);
    sent.on('error', () => outgoing.destroy());
    outgoing.on('close', () => sent.destroy());
    sent.end(body);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  await watched.stop();
  proxy.close();
  await daemon.remove();
});

const watch = (...[changed]: [Parameters<typeof monitoring>[1]?]) => {
  watched = monitoring({ ...daemon.endpoint, port: (proxy.address() as AddressInfo).port }, changed);
};

test.each(['getmempoolinfo', 'uptime', 'waitforblockheight'])(
  'a daemon that refuses %s runs all the same, is asked ever more seldom, and is sampled when it answers again',
  async (method) => {
    refused = [method];
    const sleeps: number[] = [];
    watch({ clock: hastyClock(50, sleeps) });
    await until('it was asked ten times', () => asked.filter((one) => one === method).length >= 10);
    expect(watched.healths).toEqual([{ state: 'running', height: 0 }]);
    expect(sleeps.slice(0, 9)).toEqual(sleeps.slice(0, 9).toSorted((a, b) => a - b));
    expect(sleeps[8]).toBe(2000);
    expect(watched.samples.length).toBeLessThanOrEqual(1);
    refused = [];
    await daemon.mine(1);
    await watched.untilRunning(1);
  },
);

test('asks a daemon for one thing after the other', async () => {
  watch({ clock: systemClock });
  await watched.untilRunning(0);
  await daemon.mine(1);
  await watched.untilRunning(1);
  expect(mostAtOnce).toBe(1);
});
