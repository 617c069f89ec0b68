import type pg from 'pg';
import { type Place, seedActions, seedHistory } from '../seed-rows.ts';

export interface ListSizes {
  executors: number;
  nodes: number;
  events: number;
  actions: number;
  incidents: number;
}

/** The organization of the template has half of everything; the others share the rest. */
const others = 100;
const owner = `CASE n % 2 WHEN 0 THEN $1 ELSE 'other-' || (n / 2) % ${others} END`;
const executorId = (n: string) => `md5('executor' || ${n})::uuid`;
const nodeId = (n: string) => `md5('node' || ${n})::uuid`;
/** Rows in one statement. */
const batch = 1_000_000;

/** Stores a fleet like the host and the node that exist, and its history. References are not checked. */
export async function seedLists(client: pg.Client, place: Place, sizes: ListSizes): Promise<{ rolloutId: string }> {
  await client.query('SET session_replication_role = replica');
  await client.query('ALTER TABLE node ENABLE ALWAYS TRIGGER node_listed');
  await client.query(
    `INSERT INTO organization (id, name, slug)
     SELECT id, id, id FROM generate_series(0, ${others - 1}) AS n, concat('other-', n) AS id`,
  );
  await seedExecutors(client, place, sizes.executors);
  await seedNodes(client, place, sizes);
  await seedNetworks(client, place);
  await seedIncidents(client, place, sizes.incidents);
  await seedActions(client, place, 0, sizes.actions);
  await seedHistory(client, place);
  await withoutIndexes(client, 'event', () => seedEvents(client, place, sizes));
  await client.query('ALTER TABLE node ENABLE TRIGGER node_listed');
  await client.query('RESET session_replication_role');
  await client.query('VACUUM ANALYZE');
  const { rows } = await client.query<{ id: string }>('SELECT rollout_id AS id FROM upgrade_rollout_member LIMIT 1');
  return { rolloutId: rows[0]?.id ?? '' };
}

/** One of 50 is offline and one of 100 cordoned; each has its key, its token, its last upgrade and its disk's history. */
async function seedExecutors(client: pg.Client, { organizationId, executorId: template }: Place, count: number) {
  await client.query(
    `INSERT INTO executor (id, organization_id, name, kind, version, channel, instance_id, capabilities, resources, orphans,
       observed_digest, last_seen_at, online, heartbeat_interval_seconds, labels, cordon)
     SELECT ${executorId('n')}, ${owner}, 'host-' || lpad(n::text, 6, '0'), kind, version, channel, '', capabilities,
       jsonb_set(resources, '{memoryMiB}', jsonb_build_object('total', memory, 'usedByNodes', 2048, 'free', memory - 4096 - n % 8192)),
       orphans, '', now(), n % 50 > 1, heartbeat_interval_seconds,
       jsonb_build_object('region', 'region-' || n / 2 % 5, 'rack', 'rack-' || n / 2 % 1000),
       CASE WHEN n % 100 > 97 THEN jsonb_build_object('at', now(), 'by', 'Ada', 'reason', 'repair') END
     FROM executor, generate_series(0, $3::int - 1) AS n, LATERAL (SELECT 16384 << n / 2 % 4 AS memory) AS sized WHERE id = $2`,
    [organizationId, template, count],
  );
  const all = [organizationId, count];
  await client.query(
    `INSERT INTO apikey (id, config_id, name, key, reference_id, organization_id, executor_name, bound_at)
     SELECT 'seeded-' || n, 'executor', 'host-' || n, 'seeded-' || n, ${owner}, ${owner}, 'host-' || lpad(n::text, 6, '0'), now()
     FROM generate_series(0, $2::int - 1) AS n`,
    all,
  );
  await client.query(
    `INSERT INTO enrolment_token (organization_id, hash, executor_name, expires_at, used_at)
     SELECT ${owner}, 'seeded-' || n, 'host-' || lpad(n::text, 6, '0'), now(), now() FROM generate_series(0, $2::int - 1) AS n`,
    all,
  );
  await client.query(
    `INSERT INTO executor_upgrade (organization_id, executor_id, from_version, target_version, state, requested_by, requested_at, deadline, ended_at)
     SELECT ${owner}, ${executorId('n')}, '0.9.0', '1.0.0', 'committed', 'Ada', now() - n * interval '1 second', now(),
       CASE WHEN n % 100 > 1 THEN now() END
     FROM generate_series(0, $2::int - 1) AS n`,
    all,
  );
  await client.query(
    `INSERT INTO incident_executor_watch (organization_id, executor_id, disk)
     SELECT ${owner}, ${executorId('n')}, jsonb_build_array(jsonb_build_object('at', extract(epoch FROM now() - interval '1 day') * 1000, 'free', 900))
     FROM generate_series(0, $2::int - 1) AS n`,
    all,
  );
  await client.query(
    `INSERT INTO upgrade_rollout (id, organization_id, target_version, group_size, requested_by, state, ended_at)
     SELECT md5('rollout' || n)::uuid, $1, '1.0.0', 100, 'Ada', 'finished', now() FROM generate_series(1, 200) AS n`,
    [organizationId],
  );
  await client.query(
    `INSERT INTO upgrade_rollout_member (organization_id, rollout_id, position, group_number, executor_id, executor_name, state)
     SELECT $1, md5('rollout1')::uuid, n / 2, n / 200, ${executorId('n')}, 'host-' || lpad(n::text, 6, '0'), 'upgraded'
     FROM generate_series(0, $2::int - 1, 2) AS n`,
    all,
  );
}

/** Nine of ten run on the same tip; each tenth one syncs, fails or is stopped. */
async function seedNodes(client: pg.Client, { organizationId, nodeId: template }: Place, sizes: ListSizes) {
  await client.query(
    `INSERT INTO node (id, organization_id, executor_id, name, network, client, client_version, node_type, cpu_cores,
       memory_mib, disk_gib, overrides, labels, desired_state, observed, observed_at, metrics, metrics_at, created_at, updated_at)
     SELECT ${nodeId('n')}, ${owner}, ${executorId('(n % $3::int)')}, 'node-' || lpad(n::text, 6, '0'),
       (ARRAY['mainnet', 'testnet4', 'signet', 'regtest'])[1 + n / 2 % 4],
       client, client_version, node_type, cpu_cores, memory_mib, disk_gib, overrides,
       jsonb_build_object('team', 'team-' || n / 2 % 50, 'customer', 'customer-' || n / 2 % 5000), 'running',
       jsonb_build_object('id', ${nodeId('n')}, 'phase', phase, 'since', now(), 'reason', NULL, 'appliedRevision', 1,
         'containerId', md5(n::text), 'imageDigest', 'sha256:' || md5(n::text), 'configHash', md5(n::text),
         'endpoint', jsonb_build_object('host', '10.0.0.' || n % 250, 'rpcPort', 8332, 'p2pPort', 8333, 'zmq', '[]'::jsonb),
         'problems', CASE WHEN phase = 'failing' THEN '[{ "code": "no_peers", "reason": "it exits", "since": "2026-11-01T00:00:00.000Z" }]'::jsonb ELSE '[]' END),
       now(), jsonb_build_object('at', now(), 'height', 900000 - CASE phase WHEN 'syncing' THEN n / 10 % 800000 ELSE 0 END,
         'headers', 900000, 'bestBlockHash', 'tip-' || CASE phase WHEN 'syncing' THEN n / 10 % 800000 ELSE 0 END,
         'bestBlockAt', now(), 'verificationProgress', 1, 'initialBlockDownload', phase = 'syncing', 'peersInbound', 8,
         'peersOutbound', 10, 'mempoolTransactions', 1000, 'mempoolVirtualBytes', 100000, 'sizeOnDiskBytes', 1000000000,
         'indexes', '[]'::jsonb, 'uptimeSeconds', 100000, 'subversion', '/Satoshi:28.1.0/', 'warnings', '[]'::jsonb,
         'branches', '[]'::jsonb, 'cpuPercent', 5, 'memoryMiB', 900),
       now(), now() - n * interval '1 second', now() - n * interval '1 second'
     FROM node, generate_series(0, $4::int - 1) AS n,
       LATERAL (SELECT CASE n / 2 % 10 WHEN 0 THEN (ARRAY['syncing', 'failing', 'stopped'])[1 + n / 20 % 3] ELSE 'running' END AS phase) AS seeded
     WHERE id = $2`,
    [organizationId, template, sizes.executors, sizes.nodes],
  );
  await client.query(
    `INSERT INTO node_operation (organization_id, node_id, kind, params, state, requested_by, ended_at)
     SELECT ${owner}, ${nodeId('n')}, 'reindex', '{}', 'succeeded', 'Ada', now() FROM generate_series(0, $2::int - 1) AS n`,
    [organizationId, sizes.nodes],
  );
  await client.query(
    `INSERT INTO incident_node_watch (organization_id, node_id, chain)
     SELECT ${owner}, ${nodeId('n')}, '{ "bestBlockHash": "tip-0", "tipSince": 0, "height": 900000, "headers": 900000, "progressSince": 0, "tips": [] }'
     FROM generate_series(0, $2::int - 1) AS n`,
    [organizationId, sizes.nodes],
  );
  await client.query(
    `INSERT INTO notification_node_override (organization_id, node_id, muted, thresholds)
     SELECT ${owner}, ${nodeId('n')}, true, '{}' FROM generate_series(0, 9999) AS n`,
    [organizationId],
  );
}

/** As the rules store it after comparing the networks. */
const seedNetworks = (client: pg.Client, { organizationId }: Place) =>
  client.query(
    `INSERT INTO chain_network (organization_id, name, network, state, height, node_count, branches)
     SELECT $1, network, network, 'agreed', 900000, nodes, jsonb_build_array(jsonb_build_object('height', 900000, 'hash', 'tip-0',
       'blocks', NULL, 'reasons', '[]'::jsonb, 'nodeCount', nodes, 'nodes', '[]'::jsonb))
     FROM (SELECT network, count(*) AS nodes FROM node_listing WHERE organization_id = $1 GROUP BY network) AS counted`,
    [organizationId],
  );

/** One of ten is open. */
const seedIncidents = (client: pg.Client, { organizationId }: Place, count: number) =>
  client.query(
    `INSERT INTO alert_incident (organization_id, code, severity, status, message, data, subject_type, subject_id,
       subject_name, started_at, opened_at, updated_at, closed_at)
     SELECT ${owner}, CASE n / 2 % 3 WHEN 0 THEN 'behind_network' ELSE 'node_failing' END, (ARRAY['critical', 'warning', 'info'])[1 + n / 2 % 3],
       CASE WHEN n / 2 % 10 = 0 THEN 'open' ELSE 'closed' END, 'It fails.', '{}', 'node', ${nodeId('n')}::text,
       'node-' || lpad(n::text, 6, '0'), now(), now(), now(), CASE WHEN n / 2 % 10 > 0 THEN now() END
     FROM generate_series(0, $2::int - 1) AS n`,
    [organizationId, count],
  );

/** Builds the indexes of a partitioned table, except that of its key, afterwards: five times as fast. */
async function withoutIndexes(client: pg.Client, table: string, seed: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, replace(indexdef, ' ON ONLY ', ' ON ') AS definition FROM pg_indexes WHERE tablename = $1 AND indexname NOT LIKE '%_pk'`,
    [table],
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${client.escapeIdentifier(name)}`);
  await seed();
  await client.query("SET maintenance_work_mem = '1GB'");
  for (const { definition } of rows) await client.query(definition);
}

/** Of the last ten days, of all nodes in turn; one of 100 is an error. */
async function seedEvents(client: pg.Client, { organizationId }: Place, sizes: ListSizes) {
  for (let from = 0; from < sizes.events; from += batch) {
    await client.query(
      `INSERT INTO event (id, organization_id, at, received_at, level, kind, message, executor_name, node_name, node_id)
       SELECT overlay(overlay(gen_random_uuid()::text placing substr(hex, 1, 8) || '-' || substr(hex, 9, 4) from 1) placing '7' from 15)::uuid,
         ${owner}, at, at, CASE WHEN n / 2 % 100 = 0 THEN 'error' ELSE 'info' END,
         (ARRAY['node.started', 'node.stopped', 'node.health', 'image.pulled'])[1 + n / 2 % 4], 'it started',
         'host-' || lpad((n % $2::int)::text, 6, '0'), 'node-' || lpad((n % $3::int)::text, 6, '0'), ${nodeId('(n % $3::int)')}
       FROM (SELECT n, at, lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') AS hex
         FROM generate_series($5::int, $6::int - 1) AS n, LATERAL (SELECT now() - interval '10 days' * (1 - n / $4::float8) AS at) AS timed) AS made`,
      [organizationId, sizes.executors, sizes.nodes, sizes.events, from, Math.min(sizes.events, from + batch)],
    );
  }
}
