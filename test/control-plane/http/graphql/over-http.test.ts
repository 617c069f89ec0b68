import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestControlPlane } from '../../../harness/control-plane.ts';

const onlyPost = 'the API is POST /graphql and nothing else';
const always200 = 'an error within GraphQL is HTTP 200 with `errors`, whatever the client accepts';
const noIntrospection = 'the schema is not told to strangers: there is no introspection without --development';

/** What the control plane does otherwise than «GraphQL over HTTP» would like, and the rule of its own contract that says so. */
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

let controlPlane: TestControlPlane;
beforeAll(async () => {
  controlPlane = await TestControlPlane.start();
});
afterAll(() => controlPlane?.destroy());

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
