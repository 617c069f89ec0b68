import { serverAudits } from 'graphql-http';
import { expect, test } from 'vitest';
import { sharedControlPlane } from '../../../harness/shared-control-plane.ts';

const onlyPost = 'the API is POST /graphql and nothing else';
const always200 = 'an error within GraphQL is HTTP 200 with `errors`, whatever the client accepts';
const noIntrospection = 'the schema is not told to strangers: there is no introspection without --development';

/** Where the control plane deviates from «GraphQL over HTTP», with the rule of its own contract. */
const otherwise: Readonly<Record<string, string>> = {
  '5A70': onlyPost,
  D6D5: onlyPost,
  '6A70': onlyPost,
  '28B9': noIntrospection,
  '865D': always200,
  '556A': always200,
  '51FE': always200,
  '74FF': always200,
  '86EE': always200,
};

const controlPlane = sharedControlPlane();

const audits = serverAudits({
  url: () => controlPlane.url,
  fetchFn: (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${controlPlane.personalKey}`);
    return fetch(url, { ...init, headers });
  },
});

test.each(audits.map((audit) => [audit.id, audit.name, audit] as const))('%s: %s', async (id, _name, audit) => {
  const { status } = await audit.fn();
  if (id in otherwise) expect(status, `it passes now: ${otherwise[id]}`).not.toBe('ok');
  else expect(status).toBe('ok');
});

test.each([
  ['for the schema', '{ __schema { types { name } } }', 'introspection'],
  ['that is too deep', `{ nodes ${'{ executor { nodes '.repeat(7)} { id } ${'} }'.repeat(7)} }`, 'deeper than'],
  [
    'that is too wide',
    `{ ${Array.from({ length: 600 }, (_, index) => `a${index}: viewer { role }`).join(' ')} }`,
    'more than',
  ],
])('a query %s is refused by a production server', async (_what, query, message) => {
  expect((await controlPlane.call(query)).errors?.[0]?.message).toContain(message);
});

test('a key that asks for too much is told when to come back, and others are not affected', async () => {
  const hasty = await controlPlane.key('personal', 'hasty');
  // Each costs as much as 200 small ones, so that even a slow machine requests more than is refilled meanwhile. Many
  // values in few statements: database time has a separate limit.
  const keys = Array.from({ length: 55 }, (_, index) => `k${index}: key`).join(' ');
  const large = Array.from({ length: 4 }, (_, index) => `o${index}: nodeOptions { configOptions { ${keys} } }`);
  const ask = () =>
    fetch(controlPlane.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${hasty}` },
      body: JSON.stringify({ query: `{ ${large.join(' ')} }` }),
    });
  let answer = await ask();
  let sent = 1;
  for (; sent < 400 && answer.status === 200; sent++) answer = await ask();
  expect(sent).toBeGreaterThan(3000 / 200);
  expect([answer.status, await answer.json()]).toMatchObject([
    429,
    { errors: [{ extensions: { code: 'RateLimited' } }] },
  ]);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect((await controlPlane.call('{ viewer { role } }')).status).toBe(200);
});
