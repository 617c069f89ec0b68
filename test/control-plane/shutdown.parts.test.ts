import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TestControlPlane } from '../harness/control-plane.ts';
import { TestExecutor } from '../harness/executor.ts';
import { until } from '../harness/until.ts';

describe('a control plane that gets SIGTERM', () => {
  let controlPlane: TestControlPlane;
  let host: TestExecutor;
  let executorKey: string;
  let other: pg.Client;

  beforeAll(async () => {
    controlPlane = await TestControlPlane.start({ ownProcess: true, heartbeatSeconds: 60 });
    executorKey = await controlPlane.key('executor');
    host = new TestExecutor(controlPlane, executorKey, 'host');
    await host.sync();
    other = new pg.Client({ connectionString: controlPlane.settings.databaseUrl });
    await other.connect();
  });
  beforeEach(async () => {
    if (!controlPlane.isServing) await controlPlane.serve();
  });
  afterEach(() => other.query('ROLLBACK'));
  afterAll(async () => {
    await other?.end();
    await controlPlane?.destroy();
  });

  test('a request under way is answered before a control plane that gets SIGTERM ends', async () => {
    await other.query('BEGIN');
    await other.query('SELECT 1 FROM executor FOR UPDATE');
    const heartbeat = host.sync();
    await until('the heartbeat waits for its executor', async () => {
      // Otherwise a transaction keeps seeing its first snapshot.
      await other.query('SELECT pg_stat_clear_snapshot()');
      const { rows } = await other.query(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      return rows.length > 0;
    });
    const stopped = controlPlane.stop('SIGTERM');
    await until('new connections are refused', () =>
      fetch(controlPlane.url, { headers: { connection: 'close' } }).then(
        () => false,
        () => true,
      ),
    );
    expect(controlPlane.isServing).toBe(true);
    await other.query('COMMIT');
    expect((await heartbeat).errors).toBeUndefined();
    await stopped;
  });

  test('an event stream does not hold up a control plane that gets SIGTERM', async () => {
    const response = await fetch(controlPlane.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        authorization: `Bearer ${executorKey}`,
      },
      body: JSON.stringify({ query: 'subscription { executorNudges(name: "host") { at } }' }),
    });
    expect(response.status).toBe(200);
    const read = response.text();
    await controlPlane.stop('SIGTERM');
    // A graceful end: a stream that is cut off after the time for requests in flight gets no such event.
    expect(await read).toContain('event: complete');
  });
});
