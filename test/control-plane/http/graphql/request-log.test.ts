import { pino } from 'pino';
import { expect, test } from 'vitest';
import { logMutation, RefusalLog } from '../../../../src/control-plane/http/graphql/request-log.ts';
import type { RequestClient } from '../../../../src/control-plane/request/caller.ts';
import type { MutationOutcome } from '../../../../src/control-plane/request/outcome.ts';
import { owner } from '../../../harness/callers.ts';
import { listeningLog } from '../../../harness/listening-log.ts';

const change: MutationOutcome = {
  requestId: 'request',
  mutation: 'createNode',
  permission: 'admin',
  caller: owner,
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

const client = (address: string, userAgent = 'test'): RequestClient => ({
  ...{ address, userAgent, origin: null, cookie: null, isSecure: false, isOwnOrigin: false },
});
const outcome = (change: Partial<MutationOutcome>): MutationOutcome => ({
  ...{ requestId: 'request', mutation: 'signIn', permission: 'anyone', caller: null, subject: null, durationMs: 1 },
  ...{ errorCode: 'wrong_credentials', ...change },
});

test('a flood of refusals is logged in few lines, hides no other client, and is counted', () => {
  const { log, lines } = listeningLog();
  let now = 0;
  const refusals = new RefusalLog(log, () => now);
  for (let sent = 0; sent < 1000; sent++) refusals.credential(client('192.0.2.1'));
  expect(lines).toHaveLength(20);
  refusals.credential(client('192.0.2.2'));
  expect(lines.at(-1)).toMatchObject({ level: 30, address: '192.0.2.2', unlogged: 980 });
  for (let index = 0; index < 1000; index++) refusals.credential(client(`10.0.${index >> 8}.${index & 255}`));
  expect(lines).toHaveLength(300);
  now = 10_000;
  refusals.credential(client('192.0.2.1', 'x'.repeat(10_000)));
  expect(lines).toHaveLength(301);
  expect(JSON.stringify(lines.at(-1)).length).toBeLessThan(500);
});

test('refused sign-ins are logged; what succeeds, is no sign-in or was no good is not', () => {
  const { log, lines } = listeningLog();
  const refusals = new RefusalLog(log);
  const unlogged: Partial<MutationOutcome>[] = [
    { errorCode: null },
    { mutation: 'createNode', errorCode: 'Forbidden' },
    { errorCode: 'invalid_input' },
    { errorCode: 'internal_error' },
  ];
  for (const change of unlogged) refusals.signIn(client('192.0.2.1'), outcome(change));
  expect(lines).toEqual([]);
  refusals.signIn(client('192.0.2.1'), outcome({ mutation: 'confirmSignIn', errorCode: 'wrong_code' }));
  expect(lines).toEqual([
    expect.objectContaining({ mutation: 'confirmSignIn', errorCode: 'wrong_code', address: '192.0.2.1' }),
  ]);
});
