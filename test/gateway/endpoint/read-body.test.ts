import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { ByteBudget } from '../../../src/gateway/byte-budget.ts';
import { readBody } from '../../../src/gateway/endpoint/read-body.ts';

const request = (headers: Record<string, string> = {}) => Object.assign(new PassThrough(), { headers });
const read = (of: PassThrough, limits = { total: 10_000, perConsumer: 10_000 }) =>
  readBody(of as unknown as IncomingMessage, 8, new ByteBudget(limits).account('electrs'));

test('reads a body of several chunks', async () => {
  const body = request();
  const answer = read(body);
  for (const chunk of ['{', '}']) body.write(chunk);
  body.end();
  expect(await answer).toEqual({ text: '{}' });
});

test.each([
  ['too_large', '123456789', undefined],
  ['no_memory', '1', { total: 1, perConsumer: 1 }],
  ['not_utf8', Buffer.from([0xff]), undefined],
])('refuses a body as %s', async (refused, text, limits) => {
  const body = request();
  body.end(text);
  expect(await read(body, limits)).toEqual({ refused });
});

test('refuses a body by its length before it arrives', async () => {
  expect(await read(request({ 'content-length': '9' }))).toEqual({ refused: 'too_large' });
});

test('fails when the caller leaves before the end', async () => {
  const body = request();
  const answer = read(body);
  body.write('{');
  body.destroy();
  await expect(answer).rejects.toThrow('the caller left');
});

test('fails for a caller that left before its body was read', async () => {
  const body = request();
  body.destroy();
  await new Promise((closed) => body.once('close', closed));
  await expect(read(body)).rejects.toThrow('the caller left');
});
