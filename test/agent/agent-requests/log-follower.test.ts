import { expect, test } from 'vitest';
import {
  type LogFollowerOptions,
  type LogStart,
  logFollowers,
  runFollower,
} from '../../../src/agent/agent-requests/log-followers.ts';
import { RuntimeError } from '../../../src/agent/runtime/runtime-error.ts';
import type { RequestArgs } from '../../../src/contract/agent-requests.ts';
import type { LogChunkInput } from '../../../src/contract/types.generated.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { VirtualClock } from '../../harness/virtual-clock.ts';

const time = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, '0')}.000000000Z`;
const args: RequestArgs<'follow_log'> = { tail: 5, from: null, nextChunk: 0, position: null };
const request = { id: 's', nodeId: 'n', kind: 'follow_log', args: { followLog: args } };
const taken = { isTaken: true, isOpen: true };

/** A log whose readings have these results, or throw, and the reports of its follower. */
function followed(readings: (number[] | Error)[], options: Partial<LogFollowerOptions> = {}) {
  const clock = new VirtualClock(0);
  const starts: LogStart[] = [];
  const reported: LogChunkInput[] = [];
  const end = new AbortController();
  const { send = async () => taken, ...others } = options;
  const all: LogFollowerOptions = {
    workloadOf: () => 'workload',
    followLog: async function* (_workloadId, start) {
      starts.push(start);
      const reading = readings.shift() ?? [];
      if (reading instanceof Error) throw reading;
      for (const second of reading) yield { time: time(second), line: `line ${second}` };
    },
    send: async (input, signal) => {
      if (input.chunk) reported.push(input.chunk);
      return send(input, signal);
    },
    clock,
    ...others,
  };
  /** Follows it for these seconds. */
  const follow = async (seconds: number, more: Partial<typeof args> = {}) => {
    const run = runFollower({ ...request, args: { ...args, ...more } }, all, end.signal);
    await clock.passUntil(seconds * 1000);
    end.abort();
    await run;
  };
  const lines = () => reported.flatMap((chunk) => chunk.lines);
  const notices = () => reported.flatMap(({ notice }) => notice ?? []);
  return { clock, starts, reported, follow, lines, notices, all, end };
}

test('follows a log across a restart of its node, and notifies the reader', async () => {
  const { follow, lines, starts, notices, reported } = followed([
    [1, 2],
    [2, 3],
  ]);
  await follow(10);
  expect(lines()).toEqual(['line 1', 'line 2', 'line 3']);
  expect(starts.slice(0, 2)).toEqual([{ tail: 5, since: undefined }, { since: time(2) }]);
  expect(notices()).toEqual(Array(2).fill('the node’s container stopped; waiting for its restart'));
  expect(reported.map(({ sequence }) => sequence)).toEqual(reported.map((_chunk, index) => index));
});

test('a follower that begins anew continues behind the last line that was reported', async () => {
  const { follow, starts, reported } = followed([[4, 5]]);
  await follow(3, { nextChunk: 7, position: time(4) });
  expect(starts[0]).toEqual({ since: time(4) });
  expect(reported[0]).toMatchObject({ sequence: 7, lines: ['line 5'], position: time(5) });
});

test('reports a missing container and an engine that is away once, and continues', async () => {
  const away = new RuntimeError('unreachable', 'Docker does not answer');
  let looks = 0;
  const workloadOf = () => (looks++ < 5 ? undefined : 'workload');
  const { follow, lines, notices } = followed([away, away, [1]], { workloadOf });
  await follow(12);
  const waiting = 'the node has no container; waiting for one';
  expect(notices().slice(0, 2)).toEqual([waiting, 'cannot read the log: Docker does not answer']);
  expect(lines()).toEqual(['line 1']);
});

test('holds the next chunk until the last one is accepted, also during an outage', async () => {
  let tries = 0;
  const send = async () => {
    tries++;
    if (tries === 1) throw new Error('the control plane is away');
    return { isTaken: tries > 3, isOpen: true };
  };
  const { follow, reported } = followed([[1], [2]], { send });
  await follow(10);
  const first = reported.slice(0, 4).map(({ sequence, lines }) => [sequence, lines]);
  expect(first).toEqual(Array(4).fill([0, ['line 1']]));
  expect(reported.find(({ sequence }) => sequence === 1)).toBeDefined();
});

test('as many logs are followed as the last heartbeat names', async () => {
  const { clock, all, end } = followed([]);
  const signals: AbortSignal[] = [];
  const follow = logFollowers({
    ...all,
    followLog: async function* (_workloadId, _start, signal) {
      signals.push(signal);
      await clock.sleep(1e9, signal);
      yield* [];
    },
    log: listeningLog().log,
    signal: end.signal,
  });
  for (let beat = 0; beat < 2; beat++) follow([request, { ...request, id: 't' }]);
  await clock.passUntil(10);
  expect(signals).toHaveLength(2);
  follow([{ ...request, id: 't' }]);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  end.abort();
  await clock.passUntil(20);
  expect(signals.every(({ aborted }) => aborted)).toBe(true);
});
