import type { lookup } from 'node:dns';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addressPolicy } from '../../../../src/control-plane/alerts/channels/address-policy.ts';
import { type PostOptions, post } from '../../../../src/control-plane/alerts/channels/post.ts';
import { WebhookReceiver } from '../../../harness/webhook-receiver.ts';

let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await WebhookReceiver.start();
});
afterEach(() => receiver.stop());

const allowed = addressPolicy(['127.0.0.0/8']);
const send = ({ url = receiver.url, ...options }: Partial<PostOptions> = {}) =>
  post({ url, headers: { 'webhook-id': 'one' }, body: '{}', policy: allowed, ...options });
/** A resolver that returns these addresses, one response after another. */
const leadingTo = (...answers: string[][]) =>
  ((_name: string, _options: object, callback: (error: null, addresses: object[]) => void) => {
    const addresses = answers.length > 1 ? answers.shift() : answers[0];
    callback(
      null,
      (addresses ?? []).map((address) => ({ address, family: 4 })),
    );
  }) as unknown as typeof lookup;

test('a message that is acknowledged has no error', async () => {
  expect(await send()).toEqual({ status: 204, answer: '', error: null, retryAfterSeconds: null });
  expect(receiver.received).toMatchObject([{ body: '{}', headers: { 'webhook-id': 'one' } }]);
});

test.each([301, 302, 307])('a redirect (%i) is a failure and is not followed', async (status) => {
  receiver.answer = (response) => response.writeHead(status, { location: `${receiver.url}/elsewhere` }).end();
  expect(await send()).toMatchObject({ status, error: `HTTP ${status}: redirects are not followed` });
  expect(receiver.received).toHaveLength(1);
});

test.each([400, 503])('an answer with status %i is a failure', async (status) => {
  receiver.answer = (response) => response.writeHead(status, { 'retry-after': '60' }).end('because');
  expect(await send()).toEqual({ status, answer: 'because', error: `HTTP ${status}`, retryAfterSeconds: 60 });
});

test('reads only the start of an answer, on one line, without terminal control', async () => {
  receiver.answer = (response) => {
    response.writeHead(200);
    response.write('\u001b[31mred\nline\u0000');
    const flood = setInterval(() => response.write('x'.repeat(100_000)), 1);
    response.once('close', () => clearInterval(flood));
  };
  const { answer, error } = await send();
  expect(error).toBeNull();
  expect(answer).toHaveLength(500);
  expect(answer).toMatch(/^\[31mred line x/);
});

test('a receiver that does not answer in time is a failure', async () => {
  receiver.answer = () => {};
  expect(await send({ timeoutMs: 200 })).toMatchObject({ status: null, error: 'no answer within 0.2 s' });
});

test('the status of a response that never ends acknowledges it before the timeout', async () => {
  receiver.answer = (response) => void response.writeHead(200).write('thank');
  const startedAt = performance.now();
  expect(await send()).toMatchObject({ status: 200, answer: 'thank', error: null });
  expect(performance.now() - startedAt).toBeLessThan(9000);
});

test('a receiver that is not there is a failure', async () => {
  const { url } = receiver;
  await receiver.stop();
  expect((await send({ url })).error).toMatch(/ECONNREFUSED/);
  receiver = await WebhookReceiver.start();
});

test('sends nothing to an address that is not public, unless allowed', async () => {
  const policy = addressPolicy([]);
  for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '0x7f000001', 'localhost']) {
    for (const scheme of ['http', 'https']) {
      const { status, error } = await send({ url: `${scheme}://${host}:${receiver.port}/`, policy });
      expect(status).toBeNull();
      expect(error).toMatch(/not a public address|not allowed without TLS|resolves to no/);
    }
  }
  expect(receiver.received).toEqual([]);
});

test('does not connect to a name that is public when saved and loopback when sent', async () => {
  const policy = addressPolicy([]);
  const url = `https://rebinding.example:${receiver.port}/`;
  const { error } = await send({ url, policy, lookup: leadingTo(['127.0.0.1']) });
  expect(error).toContain('resolves to no public address');
  expect(receiver.received).toEqual([]);
});

test('of several addresses of a name, only an allowed one is connected to', async () => {
  const url = `http://both.example:${receiver.port}/`;
  expect(await send({ url, lookup: leadingTo(['10.0.0.1', '127.0.0.1']) })).toMatchObject({ status: 204 });
});

test('an address is looked up with every try', async () => {
  const url = `http://moving.example:${receiver.port}/`;
  const lookup = leadingTo(['127.0.0.1'], ['10.0.0.1']);
  expect((await send({ url, lookup })).error).toBeNull();
  expect((await send({ url, lookup })).error).toContain('resolves to no address that is allowed without TLS');
});

test('reports an internal and a missing name alike, without an address', async () => {
  const policy = addressPolicy([]);
  const missing = ((_name: string, _options: object, callback: (error: Error) => void) =>
    callback(new Error('getaddrinfo ENOTFOUND'))) as unknown as typeof lookup;
  for (const scheme of ['http', 'https']) {
    const url = `${scheme}://db.internal.example:${receiver.port}/`;
    const inside = await send({ url, policy, lookup: leadingTo(['10.1.2.3']) });
    expect(inside).toEqual(await send({ url, policy, lookup: missing }));
    expect(inside.error).toMatch(/^the name does not exist or resolves to no /);
    expect(inside.error).not.toContain('10.1');
  }
});
