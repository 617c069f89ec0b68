import { createYoga } from 'graphql-yoga';
import { expect, test } from 'vitest';
import { errorCodes } from '../../../../src/control-plane/http/graphql/plugins/error-codes.ts';
import { buildSchema } from '../../../../src/control-plane/http/graphql/schema.ts';

const yoga = createYoga({ schema: buildSchema(), logging: false, plugins: [errorCodes(false)] });

async function ask(body: object, accept = 'application/json') {
  const headers = { 'content-type': 'application/json', accept };
  const answer = await yoga.fetch('http://localhost/graphql', { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: answer.status, ...((await answer.json()) as { errors: object[] }) };
}

const newer = 'application/graphql-response+json';
const query = 'query($take: Int) { mine: nodes(take: $take, skip: "x") { id } nope }';

test.each([
  ['a literal, a variable and an unknown field', { query, variables: { take: 1.5 } }, ['take', 'skip']],
  [
    'a variable',
    { query: query.replace('skip: "x"', 'skip: 0').replace(' nope', ''), variables: { take: 1.5 } },
    ['take'],
  ],
])('a request with faults in %s is answered with the paths of field and arguments', async (_what, body, names) => {
  const { status, errors } = await ask(body);
  expect(status).toBe(200);
  expect(errors[0]).toMatchObject({
    message: expect.stringMatching(/^(take|skip): must be a whole number/),
    path: ['mine'],
    locations: [{ line: 1 }],
    extensions: { code: 'invalid_input', retryable: false, issues: names.map((name) => ({ path: [name] })) },
  });
  const other = {
    message: expect.stringContaining('"nope"'),
    extensions: { code: 'invalid_input', retryable: false },
  };
  expect(errors.slice(1)).toMatchObject(names.length === 1 ? [] : [other]);
  expect((await ask(body, newer)).status).toBe(400);
});
