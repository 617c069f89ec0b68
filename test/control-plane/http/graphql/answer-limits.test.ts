import { execute, parse, buildSchema as parseSchema } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { expect, test } from 'vitest';
import { chargeLists } from '../../../../src/control-plane/http/graphql/field-guards.ts';
import {
  answerLimits,
  answerSize,
  fitAnswer,
} from '../../../../src/control-plane/http/graphql/plugins/answer-limits.ts';
import { answerBudget } from '../../../../src/control-plane/request/answer-budget.ts';

const schema = chargeLists(
  parseSchema(`
    scalar JSON
    type Setting { key: String }
    type Thing { name: String! data: JSON inner: Inner! things: [Thing!]! effectiveConfig: [ConfigSetting!]! words: [String!]! }
    type Inner { a: Int b: Int }
    type ConfigSetting { key: String }
    type Query { things: [Thing!]! }`),
);
const thing = { name: 'one', data: {}, inner: { a: 1, b: 2 }, words: ['a', 'b'], effectiveConfig: [{ key: 'a' }] };
const rootValue = {
  things: [
    { ...thing, things: [thing, thing] },
    { ...thing, things: [thing] },
  ],
};

const answer = async (query: string, values: number) =>
  execute({ schema, document: parse(query), rootValue, contextValue: { budget: answerBudget(values) } });

test.each([
  ['the entries of a list and the fields of each', '{ things { name } }', 4],
  ['the fields of objects within an entry', '{ things { inner { a b } } }', 8],
  ['fragments, as often as they are spread', '{ things { ...F } } fragment F on Thing { name ... { name } }', 6],
  ['the entries of lists within lists, as many as there are', '{ things { things { name } } }', 4 + 6],
  ['the entries of lists of texts', '{ things { words } }', 4 + 4],
  ['JSON as twenty values', '{ things { data } }', 2 * 21],
  ['each setting of a configuration as five', '{ things { effectiveConfig { key } } }', 2 * 21 + 2 * 6],
])('an answer is charged with %s, and refused with one error that says where', async (_what, query, cost) => {
  expect((await answer(query, cost)).errors).toBeUndefined();
  const { errors } = await answer(query, cost - 1);
  expect(errors?.[0]?.message).toContain('Request fewer');
  expect([errors?.[0]?.path?.[0], errors?.[0]?.extensions['code']]).toEqual(['things', 'invalid_input']);
});

test('fetches rows one statement after the other, within the budget', async () => {
  const budget = answerBudget(100);
  const limits: number[] = [];
  let underWay = 0;
  const fetch = (rows: number) => async (limit: number) => {
    expect(++underWay).toBe(1);
    limits.push(limit);
    await new Promise((resolve) => setImmediate(resolve));
    underWay--;
    return Array.from({ length: Math.min(rows, limit) }, (_, index) => index);
  };
  const fetched = await Promise.allSettled([3, 0, 3, 1].map((rows) => budget.fetchRows(500, fetch(rows))));
  expect(fetched.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
  expect(limits).toEqual([6, 3, 3]);
});

test.each<[unknown, number]>([
  ['four', 7],
  [['four', 1], 12],
  [{ key: 'four', other: null }, 7 + 6 + 5 + 8],
  ['ü', 5],
])('the size of %j as JSON is about %d bytes', (value, size) => {
  expect(answerSize(value, 1000)).toBe(size);
  expect(answerSize(value, size - 1)).toBe(Number.POSITIVE_INFINITY);
});

test('an answer that is too large is replaced by an error that says what to do', () => {
  const data = { text: 'x'.repeat(2 * 1024 * 1024) };
  expect(fitAnswer({ data }, 3 * 1024 * 1024)).toEqual({ data });
  const message = 'the answer is larger than 1 MiB: request fewer entries (take) or fewer fields';
  expect(fitAnswer({ data }, 1024 * 1024)).toEqual({ errors: [expect.objectContaining({ message })] });
});

test.each([
  ['has timed out', true, 'timed_out', 'No answer within 0.02 s.'],
  ['is unavailable while the database does not answer', undefined, 'unavailable', 'database does not respond'],
] as const)('an answer that takes too long %s', async (_what, isWritable, code, message) => {
  const slow = parseSchema('type Query { never: Int }');
  const never = slow.getQueryType()?.getFields()['never'];
  if (never) never.resolve = () => new Promise(() => undefined);
  const ending = new AbortController();
  const plugins = [answerLimits(async () => isWritable, { query: 0.02, change: 0.02 }) as Plugin];
  const yoga = createYoga({ schema: slow, logging: false, context: { ending }, plugins });
  const response = await yoga.fetch('http://localhost/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query":"{ never }"}',
  });
  expect((await response.json()).errors).toMatchObject([
    { message: expect.stringContaining(message), extensions: { code } },
  ]);
  expect(ending.signal.aborted).toBe(true);
});
