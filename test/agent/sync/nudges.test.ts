import { afterEach, beforeEach, expect, test } from 'vitest';
import { listenToNudges } from '../../../src/agent/sync/nudges.ts';
import { answering, FaultyControlPlane } from '../../harness/faulty-control-plane.ts';
import { hastyClock } from '../../harness/hasty-clock.ts';
import { testPulse } from '../../harness/test-deps.ts';
import { until } from '../../harness/until.ts';

let controlPlane: FaultyControlPlane;
let nudges: number;
let isOpen: boolean | null;
let isSilent: boolean | null;
/** What the agent does while it waits for an accepted heartbeat. */
let heard: (signal: AbortSignal) => Promise<void>;
let sleeps: number[];
let ending: AbortController;
let running: Promise<void>;

beforeEach(async () => {
  controlPlane = await FaultyControlPlane.start();
  nudges = 0;
  isOpen = null;
  isSilent = null;
  heard = async () => undefined;
  sleeps = [];
  ending = new AbortController();
});

afterEach(async () => {
  ending.abort();
  await running;
  await controlPlane.close();
});

function listen(maxSilenceMs?: number): void {
  const { url, apiKey } = controlPlane;
  running = listenToNudges(
    {
      ...{ url, apiKey: () => apiKey, executorName: 'host', revision: () => 3, maxSilenceMs },
      ...{ clock: hastyClock(100, sleeps), pulse: testPulse(), onNudge: () => nudges++ },
      heard: (signal) => heard(signal),
      onStream: (opened) => {
        isOpen = opened;
      },
      onSilence: (silent) => {
        isSilent = silent;
      },
    },
    ending.signal,
  );
}

const untilStreams = (count: number) => until(`stream ${count} is open`, () => controlPlane.streams >= count);
const untilNudges = (count: number) => until(`${count} nudges have come`, () => nudges >= count);

test('receives nudges, and reopens an ended stream with the agent’s revision', async () => {
  listen();
  await untilStreams(1);
  expect(controlPlane.revisionOfStream).toBe(3);
  await until('it is open', () => isOpen === true);
  controlPlane.nudge();
  await untilNudges(1);
  controlPlane.endStream();
  await untilStreams(2);
  controlPlane.nudge();
  await untilNudges(2);
  ending.abort();
  // Otherwise the stream would keep it as long as it is open.
  await running;
});

test('after an outage, a heartbeat is accepted before the stream is opened', async () => {
  let accepted = 0;
  // Until then, no stream can be opened.
  heard = async () => {
    accepted++;
    expect(isOpen).toBe(false);
    await controlPlane.listen();
  };
  listen();
  await untilStreams(1);
  await until('it is open', () => isOpen === true);
  await controlPlane.close();
  await untilStreams(2);
  expect(accepted).toBe(1);
  // Nor was it tried in vain.
  expect(sleeps).toHaveLength(1);
});

test('a stream of nudges that never begins, or falls silent, is given up', async () => {
  let opened = 0;
  controlPlane.fault = (_request, response) => {
    if (opened++ >= 3) response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
    return true;
  };
  listen(100);
  await until('it was opened again and again', () => opened >= 6);
});

test('a stream through which nothing comes is reported until one brings something', async () => {
  let isHeldBack = true;
  controlPlane.fault = (_request, response) => {
    if (isHeldBack) response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    return isHeldBack;
  };
  listen(100);
  await until('it is reported', () => isSilent === true);
  isHeldBack = false;
  await until('it is no longer reported', () => isSilent === false);
});

test('reopens a nudge stream less and less often if it is refused or HTML', async () => {
  controlPlane.refuseStreams = true;
  listen();
  await until('it was tried four times', () => sleeps.length >= 4);
  controlPlane.fault = answering(200, 'text/html', '<html>');
  await until('it was tried eight times', () => sleeps.length >= 8);
  // Half a second, doubled each time, up to half a minute, each with jitter.
  for (const [at, ms] of sleeps.slice(0, 8).entries()) {
    const delayMs = Math.min(30_000, 500 * 2 ** at);
    expect(ms).toBeGreaterThanOrEqual(delayMs * 0.7);
    expect(ms).toBeLessThanOrEqual(delayMs * 1.3);
  }
  controlPlane.fault = undefined;
  controlPlane.refuseStreams = false;
  await untilStreams(1);
});

test('reopens a refused stream when the control plane asks, and within two minutes', async () => {
  const waits = ['7', '86400'];
  controlPlane.fault = (_request, response) => {
    const [seconds] = waits.splice(0, 1);
    if (seconds !== undefined) response.writeHead(503, { 'retry-after': seconds }).end();
    return seconds !== undefined;
  };
  const wasComing: (boolean | null)[] = [];
  const answer = controlPlane.fault;
  controlPlane.fault = (...args) => {
    wasComing.push(isOpen);
    return answer(...args);
  };
  listen();
  await untilStreams(1);
  expect(sleeps.map((ms) => Math.floor(ms / 1000))).toEqual([7, 120]);
  // Until then, no heartbeats replace the nudges.
  expect(wasComing).toEqual([null, true, true]);
});
