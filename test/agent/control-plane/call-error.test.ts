import { expect, onTestFinished, test } from 'vitest';
import { ControlPlaneError, failureKind, toControlPlaneError } from '../../../src/agent/control-plane/call-error.ts';
import { controlPlaneClient } from '../../../src/agent/control-plane/client.ts';
import { type DatedAnswer, secondsAhead } from '../../../src/agent/control-plane/host-clock.ts';
import { ConnectionFailed } from '../../../src/agent/control-plane/http-connections.ts';
import { answering, FaultyControlPlane } from '../../harness/faulty-control-plane.ts';
import { describedHost } from '../sync/described-host.ts';

const refusedPort = 'connect ECONNREFUSED 127.0.0.1:1';
const page = new SyntaxError('Unexpected token <\n<html>the whole answer</html>');
const long = new ConnectionFailed(`a\n${'b'.repeat(500)}`);
test.each<[string, Error, string, string]>([
  [
    'a connection that fails',
    new ConnectionFailed(refusedPort),
    'unreachable',
    `cannot reach the control plane: ${refusedPort}`,
  ],
  ['an answer that is no JSON', page, 'invalid', 'the control plane sent an invalid response: Unexpected token <'],
  ['a long message on many lines', long, 'unreachable', `cannot reach the control plane: a ${'b'.repeat(297)}…`],
])('%s becomes one line that says what it means', (_what, error, fault, message) => {
  expect(toControlPlaneError(error)).toMatchObject({ fault, message, code: null });
});

test.each<[string, unknown, string]>([
  ['a refusal', new ControlPlaneError('refused', 'no', 'executor_name_in_use'), 'refused executor_name_in_use'],
  ['an unreachable control plane', new ControlPlaneError('unreachable', 'no'), 'unreachable null'],
  ['another error', new RangeError('no'), 'RangeError'],
  ['what is no error', 'no', 'unknown'],
])('the kind of failure of %s does not depend on its message', (_what, error, kind) => {
  expect(failureKind(error)).toBe(kind);
});

const dated = Date.UTC(2026, 0, 1, 12);
const date = new Date(dated).toUTCString();
const answered = (sent: number, received: number) => ({
  date,
  sentAt: dated + sent * 1000,
  receivedAt: dated + received * 1000,
});

test.each([
  ['agrees', 0, 0.2, 0],
  ['agrees within the second that the header does not tell', 0.9, 0.95, 0],
  ['may agree, as far as a slow answer tells', -200, 0.5, 0],
  ['is ahead', 301, 302, 300],
  ['is behind', -302, -300, -300],
  ['is ahead by what is left of a slow answer', 301, 900, 300],
])('a clock that %s', (_what, sent, received, expected) => {
  expect(secondsAhead(answered(sent, received))).toBe(expected);
});

test('an answer without a date, and a clock that was set back meanwhile, say nothing', () => {
  expect(secondsAhead({ ...answered(0, 0), date: undefined })).toBeNull();
  expect(secondsAhead({ ...answered(0, 0), date: 'yesterday' })).toBeNull();
  expect(secondsAhead(answered(500, 0))).toBeNull();
});

test('the client tells the date of each answer with the times of its call, and not that of a refusal', async () => {
  const controlPlane = await FaultyControlPlane.start();
  onTestFinished(() => controlPlane.close());
  const heard: DatedAnswer[] = [];
  const { url, apiKey } = controlPlane;
  const client = controlPlaneClient({ url, apiKey, onDated: (answer) => heard.push(answer) });
  const before = Date.now();
  const signal = new AbortController().signal;
  await client.sync(describedHost, signal);
  controlPlane.fault = answering(502, 'text/plain', 'a proxy speaks');
  await expect(client.sync(describedHost, signal)).rejects.toThrow();
  expect(heard).toHaveLength(1);
  const { date: header = '', sentAt = 0, receivedAt = 0 } = heard[0] ?? {};
  const times = [before, sentAt, receivedAt, Date.now()];
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  // The server is on this host; its date has whole seconds.
  expect(Date.parse(header)).toBeGreaterThan(before - 2000);
});
