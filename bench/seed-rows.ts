import type pg from 'pg';
import { executorSeries, nodeSeries } from '../src/control-plane/tables/metrics.ts';

export interface Place {
  organizationId: string;
  executorId: string;
  /** The node with a history. */
  nodeId: string;
}

/** Adds nodes like the existing one up to `count`. */
export async function seedNodes(client: pg.Client, { nodeId }: Place, count: number): Promise<void> {
  await client.query(
    `INSERT INTO node (organization_id, executor_id, name, network, client, client_version, node_type, cpu_cores, memory_mib, disk_gib,
       overrides, desired_state)
     SELECT organization_id, executor_id, 'node-' || n, network, client, client_version, node_type, cpu_cores, memory_mib, disk_gib,
       overrides, desired_state FROM node, generate_series((SELECT count(*) FROM node), $2::int) AS n WHERE id = $1
     ON CONFLICT DO NOTHING`,
    [nodeId, count],
  );
  await client.query('ANALYZE node');
}

/** Adds events from `from` to `to`, of 1,000 nodes on 100 executors; one of 100 is an error. */
export async function seedEvents(
  client: pg.Client,
  { organizationId }: Place,
  from: number,
  to: number,
): Promise<void> {
  await client.query(
    `INSERT INTO event (id, organization_id, at, level, kind, message, executor_name, node_name)
     SELECT overlay(overlay(gen_random_uuid()::text placing
         substr(lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0'), 1, 8) || '-' ||
         substr(lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0'), 9, 4) from 1) placing '7' from 15)::uuid,
       $1, at, CASE WHEN n % 100 = 0 THEN 'error' ELSE 'info' END, 'node.started', 'it started',
       'host-' || n % 100, 'node-' || n % 1000
     FROM (SELECT n, now() - make_interval(secs => (1000000 - n)) AS at FROM generate_series($2::int, $3::int) AS n) AS made`,
    [organizationId, from + 1, to],
  );
  await client.query('ANALYZE event');
}

/** Adds actions from `from` to `to`, of ten actors, without a chain: one update of the head for each would take hours. */
export async function seedActions(
  client: pg.Client,
  { organizationId }: Place,
  from: number,
  to: number,
): Promise<void> {
  await client.query('ALTER TABLE audit_action DISABLE TRIGGER audit_action_chain');
  await client.query(
    `INSERT INTO audit_action (organization_id, sequence, hash, at, actor_type, actor_name, action, target_type, target_id,
       target_name)
     SELECT $1, n - $2::int + 1 + (SELECT sequence FROM audit_head WHERE organization_id = $1), '\x00',
       now() - make_interval(secs => (1000000 - n)), 'user', 'person-' || n % 10, 'updateNode', 'node',
       'id-' || n % 1000, 'node-' || n % 1000 FROM generate_series($2::int, $3::int) AS n`,
    [organizationId, from + 1, to],
  );
  await client.query('ALTER TABLE audit_action ENABLE TRIGGER audit_action_chain');
  await client.query('UPDATE audit_head SET sequence = sequence + $2::int WHERE organization_id = $1', [
    organizationId,
    to - from,
  ]);
  await client.query('ANALYZE audit_action');
}

const columnsOf = (series: Record<string, { column: string }>) => Object.values(series).map(({ column }) => column);
const parts = ['min', 'max', 'sum', 'last', 'count'];

/**
 * Adds a month's history of a node and its executor: a sample per 30 s of the last day, a bucket per minute of a week
 * and per hour.
 */
export async function seedHistory(client: pg.Client, place: Place): Promise<void> {
  await seedNodeHistory(client, place);
  await seedExecutorHistory(client, place);
}

async function seedExecutorHistory(client: pg.Client, { organizationId, executorId }: Place): Promise<void> {
  const columns = columnsOf(executorSeries);
  await client.query(
    `INSERT INTO executor_minute (organization_id, executor_id, at, ${columns.join(', ')})
     SELECT $1, $2, date_trunc('minute', now()) - n * interval '1 minute', ${columns.map(() => 'n').join(', ')}
     FROM generate_series(1, 10080) AS n ON CONFLICT DO NOTHING`,
    [organizationId, executorId],
  );
  const names = columns.flatMap((column) => parts.map((part) => `${column}_${part}`));
  await client.query(
    `INSERT INTO executor_hour (organization_id, executor_id, at, last_at, samples, ${names.join(', ')})
     SELECT $1, $2, at, at, 1, ${names.map(() => '1').join(', ')}
     FROM (SELECT date_trunc('hour', now()) - n * interval '1 hour' AS at FROM generate_series(1, 720) AS n) AS made
     ON CONFLICT DO NOTHING`,
    [organizationId, executorId],
  );
}

async function seedNodeHistory(client: pg.Client, { organizationId, nodeId }: Place): Promise<void> {
  const columns = columnsOf(nodeSeries);
  await client.query(
    `INSERT INTO node_sample (organization_id, node_id, at, ${columns.join(', ')})
     SELECT $1, $2, date_trunc('second', now()) - make_interval(secs => n * 30), ${columns.map(() => 'n').join(', ')}
     FROM generate_series(1, 2880) AS n ON CONFLICT DO NOTHING`,
    [organizationId, nodeId],
  );
  const rollups = [
    { table: 'node_minute', unit: 'minute', rows: 10_080, more: { seconds: '1' } },
    { table: 'node_hour', unit: 'hour', rows: 720, more: {} },
  ];
  for (const { table, unit, rows, more } of rollups) {
    const names = columns.flatMap((column) => parts.map((part) => `${column}_${part}`));
    await client.query(
      `INSERT INTO ${table} (organization_id, node_id, at, last_at, samples, ${[...Object.keys(more), ...names].join(', ')})
       SELECT $1, $2, at, at, 1, ${[...Object.values(more), ...names.map(() => '1')].join(', ')}
       FROM (SELECT date_trunc('${unit}', now()) - n * interval '1 ${unit}' AS at FROM generate_series(1, ${rows}) AS n) AS made
       ON CONFLICT DO NOTHING`,
      [organizationId, nodeId],
    );
  }
}
