import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { hasMoreValues, parseBody, readBody } from '../../../../src/control-plane/http/graphql/plugins/request-body.ts';

const bodyOf = (...chunks: Uint8Array[]) => Readable.from(chunks);
const limit = { bytes: 8, seconds: 30 };

test('a body is decoded however it is split, and invalid UTF-8 is rejected', async () => {
  const bytes = Buffer.from('aü');
  expect(await readBody(bodyOf(bytes.subarray(0, 2), bytes.subarray(2)), null, limit)).toBe('aü');
  expect(await readBody(bodyOf(), null, limit)).toBe('');
  await expect(readBody(bodyOf(Uint8Array.of(0x22, 0xff, 0x22)), null, limit)).rejects.toMatchObject({
    message: 'the body is not valid UTF-8',
    extensions: { code: 'invalid_input', http: { status: 400 } },
  });
});

test('a body that names a length that is too large is refused before it arrives', async () => {
  await expect(readBody(new PassThrough(), '9', limit)).rejects.toMatchObject({
    message: expect.stringContaining('the body is larger than'),
    extensions: { code: 'invalid_input', http: { status: 413, headers: { Connection: 'close' } } },
  });
});

test.each([
  ['no JSON', '{"query": "', 'the body is not JSON'],
  ['nothing', '', 'the body is not JSON'],
  ['null', 'null', 'the body must be an object'],
  ['a list of requests', '[]', 'the body must be an object'],
  ['no query', '{}', 'query is required'],
  ['variables that are a list', '{"query": "{ a }", "variables": []}', 'variables must be an object'],
  ['an operation’s name that is no text', '{"query": "{ a }", "operationName": 7}', 'operationName must be a string'],
  ['half a million values', `{"query": "{ a }", "variables": {"x": [${'{},'.repeat(300_000)}0]}}`, 'more than 500000'],
])('a body of %s is refused with HTTP 400 and repeated nowhere', async (_what, text, message) => {
  const error = await Promise.try(parseBody, text).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    message: expect.stringContaining(message),
    extensions: { code: 'invalid_input', http: { status: 400 } },
  });
  expect(JSON.stringify(error).length).toBeLessThan(300);
});

test('a request is read with everything that GraphQL over HTTP names', () => {
  const request = { query: '{ a }', variables: { b: [1] }, operationName: 'c', extensions: {} };
  expect(parseBody(JSON.stringify(request))).toEqual(request);
  expect(parseBody('{"query": "{ a }", "variables": null}')).toEqual({ query: '{ a }', variables: null });
});

test.each([
  ['objects', '[{},{"a":{}}]', 6],
  ['texts that look like values', '["[,,,{","\\",[["]', 3],
  ['the end of a text after a backslash', '["\\\\",1]', 3],
])('%s are counted without parsing them', (_what, json, values) => {
  expect(hasMoreValues(json, values - 1)).toBe(true);
  expect(hasMoreValues(json, values)).toBe(false);
});
