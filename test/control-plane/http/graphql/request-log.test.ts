import { expect, test } from 'vitest';
import { logMutation, refusalLog } from '../../../../src/control-plane/http/graphql/request-log.ts';
import type { RequestClient } from '../../../../src/control-plane/request/caller.ts';
import type { MutationOutcome } from '../../../../src/control-plane/request/outcome.ts';
import { owner } from '../../../harness/callers.ts';
import { listeningLog } from '../../../harness/listening-log.ts';

const outcome = (change: Partial<MutationOutcome>): MutationOutcome => ({
  ...{ requestId: 'request', mutation: 'createNode', permission: 'admin', caller: owner, durationMs: 12.34 },
  ...{ subject: { type: 'node', id: 'node' }, errorCode: null, ...change },
});
const heartbeat = { mutation: 'syncExecutor', permission: 'executor' } as const;

test.each<[what: string, Partial<MutationOutcome>, object | undefined]>([
  [
    'a change with its actor, object, outcome and duration',
    {},
    {
      ...{ msg: 'mutation', mutation: 'createNode', subject: { type: 'node', id: 'node' }, outcome: 'success' },
      actor: { organizationId: 'organization', credential: { type: 'api_key', id: 'key' }, userId: 'user' },
      durationMs: 12,
    },
  ],
  [
    'a refusal with the code of its error, also without an actor',
    { caller: null, subject: null, errorCode: 'unauthenticated' },
    { actor: null, subject: null, outcome: 'unauthenticated' },
  ],
  ['what agents report all the time not at all', heartbeat, undefined],
  ['that it failed', { ...heartbeat, errorCode: 'executor_name_in_use' }, { outcome: 'executor_name_in_use' }],
])('at level debug, the log shows %s', (_what, change, line) => {
  const { log, lines } = listeningLog('debug');
  logMutation(log, outcome(change));
  expect(lines).toEqual(line === undefined ? [] : [expect.objectContaining({ level: 20, ...line })]);
});

const client = (address: string, userAgent = 'test'): RequestClient => ({
  ...{ address, userAgent, origin: null, cookie: null, isSecure: false, isOwnOrigin: false },
});

test('a flood of refusals takes few log lines, and hides no other client', () => {
  const { log, lines } = listeningLog();
  let now = 0;
  const refusals = refusalLog(log, () => now);
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
  const refusals = refusalLog(log);
  const confirming = { mutation: 'confirmSignIn', errorCode: 'wrong_code' } as const;
  for (const change of [{ errorCode: null }, { mutation: 'createNode' }, { errorCode: 'invalid_input' }, {}] as const)
    refusals.signIn(client('192.0.2.1'), outcome({ ...confirming, ...change }));
  expect(lines).toEqual([expect.objectContaining({ ...confirming, address: '192.0.2.1' })]);
});
