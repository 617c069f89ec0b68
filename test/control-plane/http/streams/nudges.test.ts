import { expect, test } from 'vitest';
import { Nudges } from '../../../../src/control-plane/http/streams/nudges.ts';
import { OpenStreams } from '../../../../src/control-plane/request/streams/open-streams.ts';
import { agent as caller } from '../../../harness/callers.ts';

test('of the nudges that are not read, one is kept', async () => {
  const streams = new OpenStreams();
  const nudges = new Nudges(streams);
  const stream = nudges.listen('executor', caller);
  for (let count = 0; count < 5000; count++) nudges.onMessage({ kind: 'nudge', executorId: 'executor' });
  expect((await stream.next()).done).toBe(false);
  const waiting = stream.next();
  nudges.onMessage({ kind: 'nudge', executorId: 'another' });
  streams.end();
  expect((await waiting).done).toBe(true);
});

test('after a gap every agent is nudged, because a nudge may have been missed', async () => {
  const nudges = new Nudges(new OpenStreams());
  const stream = nudges.listen('executor', caller);
  nudges.onGap();
  expect((await stream.next()).done).toBe(false);
});

test('a key has at most five streams of one executor; the oldest one ends for a sixth', async () => {
  const streams = new OpenStreams();
  const nudges = new Nudges(streams);
  const [oldest, ...others] = Array.from({ length: 5 }, () => nudges.listen('executor', caller));
  nudges.listen('executor', { ...caller, credential: { type: 'apiKey', id: 'other key' } });
  nudges.listen('other executor', caller);
  expect(streams.size).toBe(7);
  nudges.listen('executor', caller);
  expect(streams.size).toBe(7);
  expect((await oldest?.next())?.done).toBe(true);
  nudges.onMessage({ kind: 'nudge', executorId: 'executor' });
  for (const stream of others) expect((await stream.next()).done).toBe(false);
});
