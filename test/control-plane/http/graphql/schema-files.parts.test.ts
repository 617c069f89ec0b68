import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { firstPerson } from '../../../harness/people.ts';
import { sharedControlPlane } from '../../../harness/shared-control-plane.ts';

const controlPlane = sharedControlPlane();

const download = (name: string, headers: Record<string, string>, method = 'GET') =>
  fetch(new URL(`/schema/${name}.graphql`, controlPlane.url), { headers, method });
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

test.each(['people', 'executors', 'sign-in'])(
  'a person with a key downloads the schema for %s from a server in production',
  async (name) => {
    const response = await download(name, bearer(controlPlane.personalKey));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/graphql; charset=utf-8');
    const file = join(import.meta.dirname, '../../../../schema/audiences', `${name}.graphql`);
    expect(await response.text()).toBe(readFileSync(file, 'utf8'));
  },
);

test('so do an agent, and the browser of a signed-in person on our own pages', async () => {
  expect((await download('executors', bearer(await controlPlane.key('executor')))).status).toBe(200);
  const { cookie } = (await firstPerson(controlPlane)).browser;
  expect((await download('people', { cookie, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  const elsewhere = await download('people', { cookie, 'sec-fetch-site': 'cross-site' });
  expect([elsewhere.status, (await elsewhere.json()).errors[0].extensions.code]).toEqual([403, 'Forbidden']);
});

test('a stranger gets 401 as JSON, and a file that does not exist is not found', async () => {
  const strangers: Record<string, string>[] = [{}, bearer('nonsense-nonsense'), { accept: 'text/html' }];
  for (const headers of strangers) {
    const response = await download('people', headers);
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      errors: [{ message: expect.any(String), extensions: { code: 'unauthenticated', retryable: false } }],
    });
  }
  const key = bearer(controlPlane.personalKey);
  for (const name of ['node', '../node', 'people.graphql/..%2fnode'])
    expect((await download(name, key)).status).toBe(404);
  expect((await download('people', key, 'POST')).status).toBe(404);
});
