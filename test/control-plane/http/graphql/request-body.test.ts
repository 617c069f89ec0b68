import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import {
  bodyLimitOf,
  hasMoreValues,
  parseBody,
  readBody,
} from '../../../../src/control-plane/http/graphql/plugins/request-body.ts';
import type { Caller } from '../../../../src/control-plane/request/caller.ts';
import { agent, owner } from '../../../harness/callers.ts';

test.each<[string, Caller | null, number]>([
  ['an agent', agent, 20 * 1024 * 1024],
  ['a person', owner, 256 * 1024],
  ['a stranger', null, 4 * 1024],
])('the body of %s may have a size of its own', (_who, caller, bytes) => {
  expect(bodyLimitOf(caller).bytes).toBe(bytes);
});

const stream = (...chunks: string[]) => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const write = async () => {
    for (const chunk of chunks) await writer.write(Buffer.from(chunk));
  };
  write().catch(() => undefined);
  return { readable, end: () => writer.close() };
};
const bodyOf = (...chunks: Uint8Array[]) => Readable.toWeb(Readable.from(chunks)) as ReadableStream<Uint8Array>;
const limit = { bytes: 8, seconds: 30 };

test('a body is read as text, however it is cut', async () => {
  const bytes = Buffer.from('aü');
  const body = bodyOf(bytes.subarray(0, 2), bytes.subarray(2));
  expect(await readBody(body, null, limit)).toBe('aü');
  expect(await readBody(null, null, limit)).toBe('');
});

test.each([
  ['names a length that is too large', [], '9', 'the body is larger than'],
  ['is too large without saying so', ['12345', '6789'], null, 'the body is larger than'],
])('a body that %s is refused before the rest arrives', async (_what, chunks, length, message) => {
  await expect(readBody(stream(...chunks).readable, length, limit)).rejects.toMatchObject({
    message: expect.stringContaining(message),
    extensions: { code: 'invalid_input', http: { status: 413, headers: { Connection: 'close' } } },
  });
});

test('a body that is no UTF-8 is refused, and not mended in silence', async () => {
  const body = bodyOf(Uint8Array.of(0x22, 0xff, 0x22));
  await expect(readBody(body, null, limit)).rejects.toMatchObject({
    message: 'the body is not valid UTF-8',
    extensions: { code: 'invalid_input', http: { status: 400 } },
  });
});

test('a body that does not arrive in time is refused', async () => {
  await expect(readBody(stream('12').readable, null, { bytes: 8, seconds: 0.02 })).rejects.toMatchObject({
    message: 'the body did not arrive within 0.02 s; send it again, or send less at once',
    extensions: { http: { status: 408 } },
  });
});

test.each([
  ['no JSON', '{"query": "', 'the body is not JSON'],
  ['nothing', '', 'the body is not JSON'],
  ['null', 'null', 'the body: '],
  ['a list of requests', '[]', 'the body: '],
  ['no query', '{}', 'query: must be the text of an operation'],
  ['a query that is no text', '{"query": 7}', 'query: must be the text of an operation'],
  ['variables that are a list', '{"query": "{ a }", "variables": []}', 'variables: '],
  ['an operation’s name that is no text', '{"query": "{ a }", "operationName": 7}', 'operationName: '],
  [
    'half a million values',
    `{"query": "{ a }", "variables": {"x": [${'{},'.repeat(300_000)}0]}}`,
    'more than 500000 values',
  ],
])('a body of %s is refused with HTTP 400 and repeated nowhere', (_what, text, message) => {
  const refusal = () => parseBody(text);
  expect(refusal).toThrow(message);
  try {
    refusal();
  } catch (error) {
    expect(JSON.stringify(error).length).toBeLessThan(300);
    expect(error).toMatchObject({ extensions: { code: 'invalid_input', http: { status: 400 } } });
  }
});

test('a request is read with everything that GraphQL over HTTP names', () => {
  const request = { query: '{ a }', variables: { b: [1] }, operationName: 'c', extensions: {} };
  expect(parseBody(JSON.stringify(request))).toEqual(request);
  expect(parseBody('{"query": "{ a }", "variables": null}')).toEqual({ query: '{ a }', variables: null });
});

test.each([
  ['values', '[1,2,3]', 4],
  ['objects', '[{},{"a":{}}]', 6],
  ['texts that look like values', '["[,,,{","\\",[["]', 3],
  ['the end of a text after a backslash', '["\\\\",1]', 3],
])('%s are counted without parsing them', (_what, json, values) => {
  expect(hasMoreValues(json, values - 1)).toBe(true);
  expect(hasMoreValues(json, values)).toBe(false);
});
