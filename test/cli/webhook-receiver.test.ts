import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { buildReceiver } from '../../src/cli/channels/listen.ts';
import { newWebhookSecret } from '../../src/control-plane/alerts/webhooks/secrets.ts';
import { listenHere } from '../harness/listen.ts';

const secret = newWebhookSecret();

async function start(options = {}) {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const server = buildReceiver({ webhook: new Webhook(secret), status: 204, json: false, print, ...options });
  onTestFinished(() => void server.close());
  const port = await listenHere(server);
  const send = async (body: string, signedWith = secret) => {
    const at = new Date();
    const headers = {
      'webhook-id': 'message',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(signedWith).sign('message', at, body),
    };
    return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status;
  };
  return { lines, send };
}
const incident = { severity: 'critical', code: 'disk_low', message: 'The disk is \u001b[31mfull' };
const message = (sequence: number, more = {}) => {
  const data = { endpointId: 'endpoint', sequence, incident, ...more };
  return JSON.stringify({ type: 'incident.opened', timestamp: '2026-10-01T12:00:00.000Z', data });
};

test('a message that verifies is printed on one line; one signed with another secret, too large or of another shape is told apart', async () => {
  const { lines, send } = await start();
  expect(await send(message(1), newWebhookSecret())).toBe(401);
  expect(await send(message(1, { padding: 'x'.repeat(30_000) }))).toBe(413);
  await send('{}');
  expect(await send(message(1))).toBe(204);
  expect(lines).toEqual([
    expect.stringMatching(/^refused a message: .*signature/),
    expect.stringMatching(/^refused a message: too large/),
    expect.stringMatching(/^verified, but of an unknown shape/),
    '2026-10-01T12:00:00.000Z  #1  incident.opened  critical  disk_low  The disk is  [31mfull',
  ]);
});

test('numbers that are missing are named, and for scripts messages are printed as they came', async () => {
  const { lines, send } = await start();
  for (const sequence of [4, 5, 8, 6]) await send(message(sequence));
  expect(lines.map((line) => line.split('\n')[1])).toEqual([undefined, undefined, '  missing: 6, 7', undefined]);
  const forScripts = await start({ json: true, status: 503 });
  expect(await forScripts.send(message(1))).toBe(503);
  expect(forScripts.lines).toEqual([message(1)]);
});
