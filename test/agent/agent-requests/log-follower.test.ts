import { expect, test } from 'vitest';
import {
  type LogFollowerOptions,
  LogFollowers,
  type LogStart,
  runFollower,
} from '../../../src/agent/agent-requests/log-followers.ts';
import type { SendAnswer } from '../../../src/agent/agent-requests/responder.ts';
import { RuntimeError } from '../../../src/agent/runtime/runtime-error.ts';
import type { RequestArgs } from '../../../src/contract/agent-requests.ts';
import type { LogChunkInput } from '../../../src/contract/types.generated.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { VirtualClock } from '../../harness/virtual-clock.ts';

const time = (second: number) => `2026-01-01T00:00:${String(second).padStart(2, '0')}.000000000Z`;
const args: RequestArgs<'follow_log'> = { tail: 5, since: null, nextChunk: 0, position: null };
const request = { id: 's', nodeId: 'n', kind: 'follow_log', args };

/** A log written by a test, and the reports of its follower. */
class FollowedLog {
  readonly clock = new VirtualClock(0);
  readonly starts: LogStart[] = [];
  readonly reported: LogChunkInput[] = [];
  readonly end = new AbortController();
  /** Results of each reading, or the error it throws. */
  readings: (number[] | Error)[] = [];
  workloadId: string | undefined = 'workload';
  answer: SendAnswer = async () => ({ isTaken: true, isOpen: true });

  get options(): LogFollowerOptions {
    const { starts, clock } = this;
    const nextReading = () => this.readings.shift() ?? [];
    return {
      workloadOf: () => this.workloadId,
      followLog: async function* (_workloadId, start) {
        starts.push(start);
        const reading = nextReading();
        if (reading instanceof Error) throw reading;
        for (const second of reading) yield { time: time(second), line: `line ${second}` };
      },
      send: async (input, signal) => {
        if (input.chunk) this.reported.push(input.chunk);
        return this.answer(input, signal);
      },
      clock,
    };
  }

  get lines(): string[] {
    return this.reported.flatMap(({ lines }) => lines);
  }

  get notices(): string[] {
    return this.reported.flatMap(({ notice }) => notice ?? []);
  }

  async follow(seconds: number, more: Partial<typeof args> = {}): Promise<void> {
    const end = this.begin(more);
    await this.clock.passUntil(seconds * 1000);
    await end();
  }

  /** Starts a follower, and returns a function that ends it. */
  begin(more: Partial<typeof args> = {}): () => Promise<void> {
    const run = runFollower({ ...request, args: { ...args, ...more } }, this.options, this.end.signal);
    return () => {
      this.end.abort();
      return run;
    };
  }
}

test('a log is followed across a restart of its node, from where it was, and the reader is told', async () => {
  const log = new FollowedLog();
  log.readings.push([1, 2], [2, 3]);
  await log.follow(10);
  expect(log.lines).toEqual(['line 1', 'line 2', 'line 3']);
  expect(log.starts.slice(0, 2)).toEqual([{ tail: 5, since: undefined }, { since: time(2) }]);
  expect(log.notices).toEqual(Array(2).fill('the node’s container stopped; waiting for its restart'));
  expect(log.reported.map(({ sequence }) => sequence)).toEqual(log.reported.map((_chunk, index) => index));
});

test('a follower that begins anew continues behind the last line that was reported', async () => {
  const log = new FollowedLog();
  log.readings = [[4, 5]];
  await log.follow(3, { nextChunk: 7, position: time(4) });
  expect(log.starts[0]).toEqual({ since: time(4) });
  expect(log.reported[0]).toMatchObject({ sequence: 7, lines: ['line 5'], position: time(5) });
});

test('a node without a container and an engine that is away are said once, and the log goes on', async () => {
  const log = new FollowedLog();
  log.workloadId = undefined;
  const end = log.begin();
  await log.clock.passUntil(5000);
  expect(log.notices).toEqual(['the node has no container; waiting for one']);
  const away = new RuntimeError('unreachable', 'Docker does not answer');
  log.readings = [away, away, [1]];
  log.workloadId = 'workload';
  await log.clock.passUntil(12_000);
  await end();
  expect(log.notices[1]).toBe('cannot read the log: Docker does not answer');
  expect(log.lines).toEqual(['line 1']);
});

test('the next chunk waits until the former one is taken, also while the control plane is away', async () => {
  const log = new FollowedLog();
  log.readings = [[1], [2]];
  let tries = 0;
  log.answer = async () => {
    tries++;
    if (tries === 1) throw new Error('the control plane is away');
    return { isTaken: tries > 3, isOpen: true };
  };
  await log.follow(10);
  const reported = log.reported.slice(0, 4).map(({ sequence, lines }) => [sequence, lines]);
  expect(reported).toEqual(Array(4).fill([0, ['line 1']]));
  expect(log.reported.find(({ sequence }) => sequence === 1)).toBeDefined();
});

test('a follower ends when nobody reads any more', async () => {
  const log = new FollowedLog();
  log.readings = [[1], [2], [3]];
  log.answer = async () => ({ isTaken: false, isOpen: false });
  const run = runFollower(request, log.options, log.end.signal);
  await log.clock.passUntil(10_000);
  await run;
  expect(log.reported).toHaveLength(1);
});

test('as many logs are followed as the last heartbeat names', async () => {
  const log = new FollowedLog();
  const signals: AbortSignal[] = [];
  const followers = new LogFollowers({
    ...log.options,
    followLog: async function* (_workloadId, _start, signal) {
      signals.push(signal);
      await log.clock.sleep(1e9, signal);
      yield* [];
    },
    log: listeningLog().log,
    signal: log.end.signal,
  });
  followers.handle([request, { ...request, id: 't' }]);
  followers.handle([request, { ...request, id: 't' }]);
  await log.clock.passUntil(10);
  expect(signals).toHaveLength(2);
  followers.handle([{ ...request, id: 't' }]);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  log.end.abort();
  await log.clock.passUntil(20);
  expect(signals.every(({ aborted }) => aborted)).toBe(true);
});
