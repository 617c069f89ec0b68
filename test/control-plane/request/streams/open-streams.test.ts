import { expect, onTestFinished, test, vi } from 'vitest';
import type { BusMessage } from '../../../../src/control-plane/platform/bus/message.ts';
import type { PersonalCaller } from '../../../../src/control-plane/request/caller.ts';
import { LiveStream } from '../../../../src/control-plane/request/streams/live-stream.ts';
import { endsStreamsOf, OpenStreams } from '../../../../src/control-plane/request/streams/open-streams.ts';
import { owner as person, agent as someAgent } from '../../../harness/callers.ts';
import { codeOf } from '../../../harness/inhabited.ts';

const agent = { ...someAgent, credential: { type: 'apiKey', id: 'agent-key' } } as const;
const browser: PersonalCaller = { ...person, credential: { type: 'session', id: 'session' } };

const open = (streams: OpenStreams, group = 'one', whenFull: 'refuse' | 'end-oldest' = 'refuse') =>
  streams.open({ caller: person, take: () => undefined, limits: [{ group, max: 2, whenFull }] });

const switched = (organizationId: string, isActive: boolean): BusMessage => ({
  kind: 'organization-switched',
  organizationId,
  isActive,
});
const left = (organizationId: string): BusMessage => ({
  kind: 'membership-changed',
  organizationId,
  userId: 'user',
});

test.each<[when: string, message: BusMessage, ofPerson: boolean, ofAgent: boolean]>([
  ['its key is revoked', { kind: 'key-revoked', keyId: 'key' }, true, false],
  ['another key is revoked', { kind: 'key-revoked', keyId: 'other' }, false, false],
  ['the organization becomes inactive', switched('organization', false), true, true],
  ['the organization becomes active', switched('organization', true), false, false],
  ['another organization becomes inactive', switched('other', false), false, false],
  ['the person’s membership changes', left('organization'), true, false],
  ['the person leaves another organization', left('other'), false, false],
  ['something else happens', { kind: 'nudge', executorId: 'key' }, false, false],
])('whether streams end when %s', (_when, message, ofPerson, ofAgent) => {
  expect(endsStreamsOf(message, person)).toBe(ofPerson);
  expect(endsStreamsOf(message, agent)).toBe(ofAgent);
});

test.each<[string, BusMessage, boolean]>([
  ['all sessions of the person end', { kind: 'sessions-ended', userId: 'user' }, true],
  ['its session ends', { kind: 'sessions-ended', userId: 'user', sessionId: 'session' }, true],
  ['another session of the person ends', { kind: 'sessions-ended', userId: 'user', sessionId: 'other' }, false],
  ['the sessions of another person end', { kind: 'sessions-ended', userId: 'other' }, false],
  ['a key with the same id is revoked', { kind: 'key-revoked', keyId: 'session' }, false],
])('whether the stream of a browser ends when %s', (_when, message, ends) => {
  expect(endsStreamsOf(message, browser)).toBe(ends);
  expect(endsStreamsOf(message, { ...person, credential: { type: 'apiKey', id: 'a key' } })).toBe(false);
});

test('a stream ends at once with its right, and leaves nothing behind', async () => {
  const streams = new OpenStreams();
  const stream = open(streams);
  streams.onMessage({ kind: 'key-revoked', keyId: 'key' });
  expect((await stream.next()).done).toBe(true);
  expect(streams.size).toBe(0);
});

test('a stream ends by itself at its maximum age', async () => {
  const streams = new OpenStreams(50);
  expect((await open(streams).next()).done).toBe(true);
});

test('after a gap a stream is soon opened again, because the end of its key may have been missed', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const streams = new OpenStreams();
  open(streams);
  vi.advanceTimersByTime(10_000);
  expect(streams.size).toBe(1);
  streams.onGap();
  vi.advanceTimersByTime(10_000);
  expect(streams.size).toBe(0);
});

test('one stream too many is refused where the limit says so, until another one ends', () => {
  const streams = new OpenStreams();
  const [first] = [open(streams), open(streams)];
  try {
    open(streams);
    expect.unreachable();
  } catch (error) {
    expect(codeOf({ errors: [error as never] })).toBe('limit_reached');
  }
  open(streams, 'another group');
  first?.end();
  open(streams);
  expect(streams.size).toBe(3);
});

test('one stream too many ends the oldest one where the limit says so', async () => {
  const streams = new OpenStreams();
  const [oldest, second] = Array.from({ length: 3 }, () => open(streams, 'one', 'end-oldest'));
  expect((await oldest?.next())?.done).toBe(true);
  expect(streams.size).toBe(2);
  second?.end();
});

test('a server that ends takes no further stream', async () => {
  const streams = new OpenStreams();
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
