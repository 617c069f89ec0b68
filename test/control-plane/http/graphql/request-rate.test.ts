import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestControlPlane } from '../../../harness/control-plane.ts';

let controlPlane: TestControlPlane;
beforeAll(async () => {
  controlPlane = await TestControlPlane.start();
});
afterAll(() => controlPlane?.destroy());

test('a key that asks for too much is told when to come back, and others are not affected', async () => {
  const hasty = await controlPlane.key('personal', 'hasty');
  // Each costs as much as 200 small ones, so that also a slow machine asks for more than is earned back meanwhile.
  // Many values of few statements: the time of the database is limited by itself.
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
