import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { nudgeAfterMutation } from '../../../src/control-plane/nudges/nudge-after-mutation.ts';
import { Nudges } from '../../../src/control-plane/nudges/nudges.ts';
import type { MutationOutcome } from '../../../src/control-plane/request/outcome.ts';

/** What the stream of the executor «executor», opened with the key «key», receives because of a mutation. */
async function received(outcome: Partial<MutationOutcome>): Promise<'a nudge' | 'its end' | 'nothing'> {
  const nudges = new Nudges();
  const stream = nudges.listen('executor', 'key');
  nudgeAfterMutation(nudges, {
    mutation: 'updateNode',
    permission: 'admin',
    caller: null,
    subject: null,
    errorCode: null,
    durationMs: 1,
    ...outcome,
  });
  const first = await Promise.race([stream.next(), setImmediate('nothing' as const)]);
  stream.end();
  if (first === 'nothing') return first;
  return first.done ? 'its end' : 'a nudge';
}

test.each<[string, Awaited<ReturnType<typeof received>>, Partial<MutationOutcome>]>([
  ['a change of one of its nodes', 'a nudge', { subject: { type: 'node', id: 'node', notifyExecutorId: 'executor' } }],
  ['a change on another executor', 'nothing', { subject: { type: 'node', id: 'node', notifyExecutorId: 'other' } }],
  ['a change that failed', 'nothing', { errorCode: 'name_taken' }],
  ['a change of nothing in particular', 'nothing', { mutation: 'reportRuntimeEvents' }],
  ['the deletion of its key', 'its end', { mutation: 'deleteApiKey', subject: { type: 'api-key', id: 'key' } }],
  ['the deletion of another key', 'nothing', { mutation: 'deleteApiKey', subject: { type: 'api-key', id: 'other' } }],
  ['the creation of a key', 'nothing', { mutation: 'createApiKey', subject: { type: 'api-key', id: 'key' } }],
  [
    'the deletion of its executor',
    'its end',
    { mutation: 'deleteExecutor', subject: { type: 'executor', id: 'executor' } },
  ],
  [
    'a heartbeat of its executor',
    'nothing',
    { mutation: 'syncExecutor', subject: { type: 'executor', id: 'executor' } },
  ],
])('after %s an agent’s stream receives %s', async (_what, expected, outcome) => {
  expect(await received(outcome)).toBe(expected);
});
