import { expect, onTestFinished, test } from 'vitest';
import { ControlPlaneClient } from '../../../src/agent/control-plane/client.ts';
import { type DatedAnswer, secondsAhead } from '../../../src/agent/control-plane/host-clock.ts';
import { answering, FaultyControlPlane } from '../../harness/faulty-control-plane.ts';
import { describedHost } from '../sync/described-host.ts';

const dated = Date.UTC(2026, 0, 1, 12);
const answered = (sent: number, received: number) => ({
  ...{ date: new Date(dated).toUTCString(), sentAt: dated + sent * 1000, receivedAt: dated + received * 1000 },
});

test.each<[string, DatedAnswer, number | null]>([
  ['agrees within the second that the header does not tell', answered(0.9, 0.95), 0],
  ['may agree, as far as a slow answer tells', answered(-200, 0.5), 0],
  ['is ahead', answered(301, 302), 300],
  ['is behind', answered(-302, -300), -300],
  ['is ahead by what is left of a slow answer', answered(301, 900), 300],
  ['cannot be compared, without a date', { ...answered(0, 0), date: undefined }, null],
  ['cannot be compared with what is no date', { ...answered(0, 0), date: 'yesterday' }, null],
  ['was set back meanwhile', answered(500, 0), null],
])('a clock that %s', (_what, answer, expected) => {
  expect(secondsAhead(answer)).toBe(expected);
});

test('the client reports the date of each answer, but not of a refusal', async () => {
  const controlPlane = await FaultyControlPlane.start();
  onTestFinished(() => controlPlane.close());
  const heard: DatedAnswer[] = [];
  const { url, apiKey } = controlPlane;
  const client = new ControlPlaneClient({ url, apiKey, onDated: (answer) => heard.push(answer) });
  const { signal } = new AbortController();
  await client.sync(describedHost, signal);
  controlPlane.fault = answering(502, 'text/plain', 'a proxy speaks');
  await expect(client.sync(describedHost, signal)).rejects.toThrow();
  // The server is on this host.
  expect(heard.map(secondsAhead)).toEqual([0]);
});
