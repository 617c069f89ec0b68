import { pino } from 'pino';
import { expect, test } from 'vitest';
import { logMutation } from '../../../../src/control-plane/http/graphql/log-mutation.ts';
import type { MutationOutcome } from '../../../../src/control-plane/request/outcome.ts';

const change: MutationOutcome = {
  requestId: 'request',
  mutation: 'createNode',
  permission: 'admin',
  caller: {
    purpose: 'personal',
    credential: { type: 'apiKey', id: 'key' },
    userId: 'user',
    email: 'person@example.com',
    name: 'Person',
    isSystemAdmin: false,
    role: 'owner',
    organizationId: 'organization',
    organizationName: 'Example',
  },
  subject: { type: 'node', id: 'node' },
  errorCode: null,
  durationMs: 12.34,
};

function logged(outcome: MutationOutcome, level: string): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  logMutation(pino({ level }, { write: (line) => void lines.push(JSON.parse(line)) }), outcome);
  return lines;
}

test('a change is logged with its actor, object, outcome and duration at level debug', () => {
  expect(logged(change, 'info')).toEqual([]);
  expect(logged(change, 'debug')).toEqual([
    expect.objectContaining({
      msg: 'mutation',
      mutation: 'createNode',
      actor: { organizationId: 'organization', credential: { type: 'apiKey', id: 'key' }, userId: 'user' },
      subject: { type: 'node', id: 'node' },
      outcome: 'success',
      durationMs: 12,
    }),
  ]);
});

test('a refused mutation is logged with the code of its error, also without an actor', () => {
  const refused = { ...change, caller: null, subject: null, errorCode: 'Unauthenticated' };
  expect(logged(refused, 'debug')).toEqual([
    expect.objectContaining({ actor: null, subject: null, outcome: 'Unauthenticated' }),
  ]);
});

test('what agents report all the time is logged only when it fails', () => {
  const heartbeat = { ...change, mutation: 'syncExecutor', permission: 'executor' as const };
  expect(logged(heartbeat, 'trace')).toEqual([]);
  expect(logged({ ...heartbeat, errorCode: 'executor_name_in_use' }, 'debug')).toHaveLength(1);
});
