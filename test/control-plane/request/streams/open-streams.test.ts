import { expect, onTestFinished, test, vi } from 'vitest';
import type { BusMessage } from '../../../../src/control-plane/platform/bus/message.ts';
import type { PersonalCaller } from '../../../../src/control-plane/request/caller.ts';
import { LiveStream } from '../../../../src/control-plane/request/streams/live-stream.ts';
import {
  endsStreamsOf,
  type OpenStreams,
  openStreams,
} from '../../../../src/control-plane/request/streams/open-streams.ts';
import { owner as person, agent as someAgent } from '../../../harness/callers.ts';

const agent = { ...someAgent, credential: { type: 'api_key', id: 'agent-key' } } as const;
const browser: PersonalCaller = { ...person, credential: { type: 'session', id: 'session' } };

const open = (streams: OpenStreams) => streams.open({ caller: person, take: () => undefined, limits: [] });

const callers = { person, agent, browser };
const switched = (organizationId: string, isActive: boolean) =>
  ({ kind: 'organization-switched', organizationId, isActive }) as const;
const left = (organizationId: string) => ({ kind: 'membership-changed', organizationId, userId: 'user' }) as const;
const sessions = (userId: string, sessionId?: string) => ({ kind: 'sessions-ended', userId, sessionId }) as const;

test.each<[when: string, message: BusMessage, ended: (keyof typeof callers)[]]>([
  ['its key is revoked', { kind: 'key-revoked', keyId: 'key' }, ['person']],
  ['another key is revoked', { kind: 'key-revoked', keyId: 'other' }, []],
  ['a key with the id of its session is revoked', { kind: 'key-revoked', keyId: 'session' }, []],
  ['the organization becomes inactive', switched('organization', false), ['person', 'agent', 'browser']],
  ['the organization becomes active', switched('organization', true), []],
  ['another organization becomes inactive', switched('other', false), []],
  ['the person’s membership changes', left('organization'), ['person', 'browser']],
  ['the person leaves another organization', left('other'), []],
  ['all sessions of the person end', sessions('user'), ['browser']],
  ['its session ends', sessions('user', 'session'), ['browser']],
  ['another session of the person ends', sessions('user', 'other'), []],
  ['the sessions of another person end', sessions('other'), []],
  ['something else happens', { kind: 'nudge', organizationId: 'organization', executorId: 'key' }, []],
])('which streams end when %s', (_when, message, ended) => {
  expect(Object.entries(callers).flatMap(([name, caller]) => (endsStreamsOf(message, caller) ? name : []))).toEqual(
    ended,
  );
});

test('a stream ends at once with its right, and leaves nothing behind', async () => {
  const streams = openStreams();
  const stream = open(streams);
  streams.onMessage({ kind: 'key-revoked', keyId: 'key' });
  expect((await stream.next()).done).toBe(true);
  expect(streams.size).toBe(0);
});

test('a stream ends by itself at its maximum age', async () => {
  const streams = openStreams(50);
  expect((await open(streams).next()).done).toBe(true);
});

test('a stream of an agent becomes four times as old', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const streams = openStreams(10_000);
  streams.open({ caller: agent, take: () => undefined, limits: [] });
  vi.advanceTimersByTime(28_000);
  expect(streams.size).toBe(1);
  vi.advanceTimersByTime(12_000);
  expect(streams.size).toBe(0);
});

test('reopens a stream soon after a gap: its key’s end may have been missed', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const streams = openStreams();
  open(streams);
  vi.advanceTimersByTime(10_000);
  expect(streams.size).toBe(1);
  streams.onGap();
  vi.advanceTimersByTime(10_000);
  expect(streams.size).toBe(0);
});

test('a gap does not prolong a stream', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const streams = openStreams(2500);
  for (let index = 0; index < 3000; index++) streams.open({ caller: agent, take: () => undefined, limits: [] });
  vi.advanceTimersByTime(6000);
  streams.onGap();
  vi.advanceTimersByTime(4000);
  expect(streams.size).toBe(0);
});

test('the agents of a large fleet open theirs again one after another', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const streams = openStreams();
  for (let index = 0; index < 3000; index++) streams.open({ caller: agent, take: () => undefined, limits: [] });
  streams.onGap();
  vi.advanceTimersByTime(60_000);
  expect(streams.size).toBeGreaterThan(2000);
  vi.advanceTimersByTime(240_000);
  expect(streams.size).toBe(0);
});

test('a server that ends takes no further stream', async () => {
  const streams = openStreams();
  const stream = open(streams);
  streams.end();
  expect((await stream.next()).done).toBe(true);
  expect((await open(streams).next()).done).toBe(true);
  expect(streams.size).toBe(0);
});

/** A stream of what lies in `values`. */
function streamOf(values: string[], onEnd = () => {}) {
  return new LiveStream(() => values.shift(), onEnd);
}

test('a reader gets what there is, and waits for what is still to come', async () => {
  const values = ['one'];
  const stream = streamOf(values);
  expect(await stream.next()).toEqual({ done: false, value: 'one' });
  const waiting = stream.next();
  stream.wake();
  values.push('two');
  stream.wake();
  expect(await waiting).toEqual({ done: false, value: 'two' });
});

test('a wake while the stream is taking is not lost', async () => {
  const values: string[] = [];
  const taking = Promise.withResolvers<void>();
  const stream = new LiveStream(
    async () => {
      const value = values.shift();
      if (value === undefined) await taking.promise;
      return value;
    },
    () => {},
  );
  const waiting = stream.next();
  values.push('one');
  stream.wake();
  taking.resolve();
  expect(await waiting).toEqual({ done: false, value: 'one' });
});

test.each<[string, (stream: LiveStream<string>) => unknown]>([
  ['it is ended', (stream) => stream.end()],
  ['its client leaves', (stream) => stream.return()],
])('a waiting reader is done when %s, and the end is reported once', async (_when, end) => {
  let ends = 0;
  const stream = streamOf([], () => {
    ends++;
  });
  const waiting = stream.next();
  end(stream);
  end(stream);
  expect(await waiting).toEqual({ done: true, value: undefined });
  expect(await stream.next()).toEqual({ done: true, value: undefined });
  expect(ends).toBe(1);
});
