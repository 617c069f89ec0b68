import { PassThrough, Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { parseBody } from '../../../../../src/control-plane/http/graphql/body/parse-body.ts';
import { readBody } from '../../../../../src/control-plane/http/graphql/body/read-body.ts';
import { BodyMemory } from '../../../../../src/control-plane/platform/load/body-memory.ts';
import { BulkWork } from '../../../../../src/control-plane/platform/load/bulk-work.ts';

const bodyOf = (...chunks: (Uint8Array | string)[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
const limit = { bytes: 8, seconds: 30 };
const enough = { bytes: 20 * 1024 ** 2, seconds: 30 };
const bulk = new BulkWork();

const parse = async (text: string) => parseBody(await readBody(bodyOf(text), enough), bulk);

describe('readBody', () => {
  test('joins a body however it is split', async () => {
    const bytes = Buffer.from('aü');
    const read = await readBody(bodyOf(bytes.subarray(0, 2), bytes.subarray(2)), limit);
    expect(read.text.toString()).toBe('aü');
  });

  test('refuses invalid UTF-8', async () => {
    await expect(readBody(bodyOf(Uint8Array.of(0x22, 0xff, 0x22)), limit)).rejects.toMatchObject({
      message: 'the body is not valid UTF-8',
      extensions: { code: 'invalid_input', http: { status: 400 } },
    });
  });

  test('refuses a length that is too large before the body arrives', async () => {
    const source = Object.assign(new PassThrough(), { headers: { 'content-length': '9' } });
    await expect(readBody(source, limit)).rejects.toMatchObject({
      message: expect.stringContaining('the body is larger than'),
      extensions: { code: 'invalid_input', http: { status: 413, headers: { Connection: 'close' } } },
    });
  });

  test('refuses too many values before the rest arrives', async () => {
    const source = new PassThrough();
    source.write(`[${'{},'.repeat(300_000)}`);
    await expect(readBody(source, enough)).rejects.toMatchObject({
      message: 'the body has more than 500000 values; send less at once',
      extensions: { code: 'invalid_input', http: { status: 400 } },
    });
  });

  const nested = (levels: number) => `{"variables": ${'{"NOT":['.repeat(levels / 2)}${']}'.repeat(levels / 2)}}`;

  test('accepts variables of 50 levels', async () => {
    await readBody(bodyOf(nested(50)), enough);
  });

  test.each([52, 200_000])('refuses variables of %i levels', async (levels) => {
    await expect(readBody(bodyOf(nested(levels)), enough)).rejects.toThrow('deeper than 50');
  });

  test('stops at the memory limit of its caller', async () => {
    const memory = new BodyMemory({ perCaller: 5, perOrganization: 100, total: 100 });
    const held = memory.hold({ callerId: 'key', organizationId: 'organization' });
    await expect(readBody(bodyOf('123', '456', '789'), { bytes: 99, seconds: 9 }, held)).rejects.toMatchObject({
      extensions: { code: 'rate_limited', retryAfterSeconds: 1 },
    });
  });
});

describe('parseBody', () => {
  test.each([
    ['no JSON', '{"query": "', 'the body is not JSON'],
    ['nothing', '', 'the body is not JSON'],
    ['null', 'null', 'the body must be an object'],
    ['a list of requests', '[]', 'the body must be an object'],
    ['no query', '{}', 'query is required'],
    ['a query that is no text', '{"query": {}}', 'query must be a string'],
    ['variables that are a list', '{"query": "{ a }", "variables": []}', 'variables must be an object'],
    ['an operation’s name that is no text', '{"query": "{ a }", "operationName": 7}', 'operationName must be a string'],
  ])('refuses %s with HTTP 400', async (_what, text, message) => {
    await expect(parse(text)).rejects.toMatchObject({
      message: expect.stringContaining(message),
      extensions: { code: 'invalid_input', http: { status: 400 } },
    });
  });

  test('repeats nothing of a body that it refuses', async () => {
    const error = await parse(`{"query": "${'x'.repeat(1000)}`).catch((thrown: unknown) => thrown);
    expect(JSON.stringify(error).length).toBeLessThan(300);
  });

  test('reads everything that GraphQL over HTTP names', async () => {
    const request = { query: '{ a }', variables: { b: [1] }, operationName: 'c', extensions: {} };
    expect(await parse(JSON.stringify(request))).toEqual(request);
  });

  test('reads null variables', async () => {
    expect(await parse('{"query": "{ a }", "variables": null}')).toEqual({ query: '{ a }', variables: null });
  });

  test('drops unknown fields', async () => {
    expect(await parse('{"query": "{ a }", "__proto__": {"variables": {}}, "b": 1}')).toEqual({ query: '{ a }' });
  });
});
