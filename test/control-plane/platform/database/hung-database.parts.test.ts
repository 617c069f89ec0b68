import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { withConnection } from '../../../../src/control-plane/platform/database/connect.ts';
import { TestControlPlane } from '../../../harness/control-plane.ts';
import { satrapHere } from '../../../harness/satrap-here.ts';
import { StallingProxy } from '../../../harness/stalling-proxy.ts';
import { until } from '../../../harness/until.ts';

let controlPlane: TestControlPlane;
let proxy: StallingProxy;

beforeAll(async () => {
  const stalling = await StallingProxy.before(inject('postgresUrl'));
  proxy = stalling.proxy;
  controlPlane = await TestControlPlane.start({ proxy: stalling.url, heartbeatSeconds: 60 });
});
afterAll(async () => {
  proxy?.resume();
  await controlPlane?.destroy();
  await proxy?.close();
});

const ask = async (path: string, method = 'GET') => {
  const response = await fetch(new URL(path, controlPlane.url), { method });
  return { status: response.status, text: await response.text() };
};

test('health is told without a key, in few words, and with GET only', async () => {
  expect(await ask('/healthz')).toEqual({ status: 200, text: 'the control plane runs\n' });
  expect(await ask('/readyz?verbose')).toEqual({ status: 200, text: 'ready\n' });
  expect(await ask('/readyz', 'HEAD')).toEqual({ status: 200, text: '' });
  expect((await ask('/readyz', 'POST')).status).toBe(404);
  expect((await ask('/healthz/')).status).toBe(404);
});

// As writes that wait for a synchronous standby.
test('a control plane whose database answers, but completes no write, is not ready', async () => {
  const { databaseUrl = '' } = controlPlane.settings;
  await withConnection(databaseUrl, async (client) => {
    await client.query('BEGIN; LOCK TABLE job_lease IN EXCLUSIVE MODE');
    await until('it is not ready', async () => (await ask('/readyz')).status === 503);
    expect((await controlPlane.call('{ nodes { id } }')).status).toBe(200);
    await client.query('ROLLBACK');
  });
  await until('it is ready again', async () => (await ask('/readyz')).status === 200);
});

test('with a hanging database it is alive, not ready, and recovers afterwards', {
  timeout: 90_000,
}, async () => {
  // Its key is known, so that each call gets as far as the database.
  await controlPlane.ask('{ nodes { id } }');
  proxy.stall();
  const startedAt = performance.now();
  const answered = Promise.all(Array.from({ length: 12 }, () => controlPlane.call('{ nodes { id } }')));
  expect((await ask('/readyz')).status).toBe(503);
  expect((await ask('/healthz')).status).toBe(200);
  const { port } = new URL(controlPlane.url);
  const health = (...place: string[]) => satrapHere(['control-plane', 'health', ...place]);
  const runs = { code: 0, stdout: 'the control plane runs\n' };
  expect(await health('--host', '0.0.0.0', '--port', port)).toMatchObject(runs);
  expect(await health('--host', '::1', '--port', port)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/no control plane answers at http:\/\/\[::1\]:\d+\/healthz \(.*SATRAP_PORT/),
  });
  const answers = await answered;
  expect(performance.now() - startedAt).toBeLessThan(45_000);
  // Without a connection, too long at a statement, or too long behind the caller's other calls: none is its fault.
  const given = new Set(answers.map(({ status, errors }) => JSON.stringify([status, errors?.[0]?.extensions])));
  expect([...given].map((each) => JSON.parse(each))).toEqual([
    [503, expect.objectContaining({ code: 'unavailable', retryable: true, retryAfterSeconds: 5 })],
  ]);
  proxy.resume();
  await until('it is ready again', async () => (await ask('/readyz')).status === 200);
  await until('it serves again', async () => (await controlPlane.call('{ nodes { id } }')).status === 200);
});
