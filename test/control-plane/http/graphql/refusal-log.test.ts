import { expect, test } from 'vitest';
import { RefusalLog } from '../../../../src/control-plane/http/graphql/refusal-log.ts';
import type { RequestClient } from '../../../../src/control-plane/request/client.ts';
import type { MutationOutcome } from '../../../../src/control-plane/request/outcome.ts';
import { listeningLog } from '../../../harness/listening-log.ts';

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
