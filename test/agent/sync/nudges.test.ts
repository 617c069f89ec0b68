import { afterEach, beforeEach, expect, test } from 'vitest';
import { listenToNudges } from '../../../src/agent/sync/nudges.ts';
import { answering, type Fault, FaultyControlPlane } from '../../harness/faulty-control-plane.ts';
import { hastyClock } from '../../harness/hasty-clock.ts';
import { testPulse } from '../../harness/test-deps.ts';
import { until } from '../../harness/until.ts';

let controlPlane: FaultyControlPlane;
let nudges: number;
let sleeps: number[];
let ending: AbortController;
let running: Promise<void>;

beforeEach(async () => {
  controlPlane = await FaultyControlPlane.start();
  nudges = 0;
  sleeps = [];
  ending = new AbortController();
});

afterEach(async () => {
  ending.abort();
  await running;
  await controlPlane.close();
});

function listen(maxSilenceMs?: number): void {
  running = listenToNudges(
    {
      url: controlPlane.url,
      apiKey: () => controlPlane.apiKey,
      executorName: 'host',
      clock: hastyClock(100, sleeps),
      pulse: testPulse(),
      onNudge: () => nudges++,
      maxSilenceMs,
    },
    ending.signal,
  );
}

const untilStreams = (count: number) => until(`stream ${count} is open`, () => controlPlane.streams >= count);
/** The first one comes with the stream itself, for earlier changes. */
const untilNudges = (count: number) => until(`${count} nudges have come`, () => nudges >= count);

test('a nudge arrives, and each new stream counts as a nudge', async () => {
  listen();
  await untilStreams(1);
  await untilNudges(1);
  controlPlane.nudge();
  await untilNudges(2);
  controlPlane.nudge();
  await untilNudges(3);
});

test('a stream of nudges that ends is opened again', async () => {
  listen();
  await untilStreams(1);
  await untilNudges(1);
  controlPlane.endStream();
  await untilStreams(2);
  await untilNudges(2);
  controlPlane.nudge();
  await untilNudges(3);
});

test('a control plane that was away is listened to again', async () => {
  listen();
  await untilStreams(1);
  await untilNudges(1);
  await controlPlane.close();
  await until('it was tried again', () => sleeps.length >= 2);
  await controlPlane.listen();
  await untilStreams(2);
  const before = nudges;
  controlPlane.nudge();
  await untilNudges(before + 1);
});

const silent: Record<string, Fault> = {
  'never begins': () => true,
  'falls silent': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
    return true;
  },
};
test.each(Object.entries(silent))('a stream of nudges that %s is given up', async (_name, fault) => {
  let opened = 0;
  controlPlane.fault = (request, response) => {
    opened++;
    return fault(request, response);
  };
  listen(100);
  await until('it was opened again', () => opened >= 3);
});

test('a stream of nudges that is refused, or answered with HTML, is asked for less and less often', async () => {
  controlPlane.refuseStreams = true;
  listen();
  await until('it was tried six times', () => sleeps.length >= 6);
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

test('listening to nudges ends at once with the agent', async () => {
  listen();
  await untilStreams(1);
  await untilNudges(1);
  ending.abort();
  // Otherwise the stream would keep it as long as it is open.
  await running;
});
