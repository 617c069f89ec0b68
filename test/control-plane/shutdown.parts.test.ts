import { expect, test } from 'vitest';
import { waitingForLock } from '../harness/database-connections.ts';
import { TestExecutor } from '../harness/executor.ts';
import { post } from '../harness/post.ts';
import { sharedClient, sharedControlPlane } from '../harness/shared-control-plane.ts';
import { until } from '../harness/until.ts';

const controlPlane = sharedControlPlane({ heartbeatSeconds: 60 });
const other = sharedClient(() => controlPlane.settings.databaseUrl);

test('a stopping control plane ends streams and answers the request under way', async () => {
  const host = await TestExecutor.withKey(controlPlane, 'host');
  await host.sync();
  const response = await post(
    controlPlane.url,
    { query: 'subscription { executorNudges(name: "host") { at } }' },
    { key: host.key, headers: { accept: 'text/event-stream' } },
  );
  expect(response.status).toBe(200);
  const stream = response.text();
  await other.query('BEGIN');
  await other.query('SELECT 1 FROM executor FOR UPDATE');
  const heartbeat = host.sync();
  await until('the heartbeat waits for its executor', async () => (await waitingForLock(other)) > 0);
  let hasStopped = false;
  const stopped = controlPlane.stop().then(() => {
    hasStopped = true;
  });
  // A graceful end: a stream that is cut off after the time for requests in flight gets no such event.
  expect(await stream).toContain('event: complete');
  await until('new connections are refused', () =>
    fetch(controlPlane.url, { headers: { connection: 'close' } }).then(
      () => false,
      () => true,
    ),
  );
  expect(hasStopped).toBe(false);
  await other.query('COMMIT');
  expect((await heartbeat).errors).toBeUndefined();
  await stopped;
});
