import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { hashToken, newToken } from '../../src/control-plane/people/accounts/tokens.ts';
import type { FleetExecutor } from './messages.ts';

export interface FleetOfOrganization {
  organizationId: string;
  executors: FleetExecutor[];
}

/** Rows in one statement. */
const batch = 5000;
/** Executors of each organization but the first, which has half of the fleet. */
const perOrganization = 1000;
/** The executors of a larger fleet have reported before: a hundred thousand first reports take longer than all the rest. */
const maxFirstReports = 10_000;
const seededRevision = 'seeded';

/**
 * Stores `count` executors, each with its own key and one to three nodes like the one that exists. The first
 * organization is the existing one.
 */
export async function seedFleet(client: pg.Client, count: number): Promise<FleetOfOrganization[]> {
  const { rows } = await client.query('SELECT organization_id AS id FROM node LIMIT 1');
  const first: string = rows[0].id;
  const rest = count - Math.ceil(count / 2);
  const others = Array.from({ length: Math.ceil(rest / perOrganization) }, () => randomUUID().slice(-12));
  await client.query(`INSERT INTO organization (id, name, slug) SELECT id, id, id FROM unnest($1::text[]) AS id`, [
    others,
  ]);
  const stored =
    count > maxFirstReports
      ? { observedRevision: seededRevision, revision: 1 }
      : { observedRevision: null, revision: null };
  const fleet = [first, ...others].map((organizationId): FleetOfOrganization => ({ organizationId, executors: [] }));
  for (let index = 0; index < count; index++) {
    const owner = index < count - rest ? 0 : 1 + ((index - count + rest) % others.length);
    const nodeIds = Array.from({ length: 1 + (index % 3) }, () => randomUUID());
    fleet[owner]?.executors.push({ name: `fleet-${index}`, key: newToken('executor').text, nodeIds, ...stored });
  }
  for (const { organizationId, executors } of fleet) {
    for (let from = 0; from < executors.length; from += batch) {
      await seedExecutors(client, organizationId, executors.slice(from, from + batch));
    }
  }
  await client.query('VACUUM ANALYZE');
  return fleet;
}

async function seedExecutors(client: pg.Client, organizationId: string, executors: readonly FleetExecutor[]) {
  const names = executors.map(({ name }) => name);
  const revisions = executors.map(({ observedRevision }) => observedRevision);
  const hashes = executors.map(({ key }) => hashToken(key));
  await client.query(
    `INSERT INTO apikey (id, config_id, name, key, reference_id, organization_id, executor_name, bound_at)
     SELECT gen_random_uuid(), 'executor', name, hash, $1, $1, name, now()
     FROM unnest($2::text[], $3::text[]) AS seeded(name, hash)`,
    [organizationId, names, hashes],
  );
  await client.query(
    `INSERT INTO executor (organization_id, name, kind, version, channel, instance_id, capabilities, resources, orphans,
       observed_digest, last_seen_at, online, heartbeat_interval_seconds)
     SELECT $1, seeded.name, kind, version, channel, seeded.name, capabilities, resources, orphans, coalesce(seeded.revision, ''),
       now(), seeded.revision IS NOT NULL, 300
     FROM unnest($2::text[], $3::text[]) AS seeded(name, revision), executor WHERE executor.name = 'host-0'`,
    [organizationId, names, revisions],
  );
  const nodes = executors.flatMap(({ name, nodeIds }) => nodeIds.map((id) => ({ id, name })));
  await client.query(
    `INSERT INTO node (id, organization_id, executor_id, name, network, client, client_version, node_type, cpu_cores,
       memory_mib, disk_gib, overrides, desired_state, observed)
     SELECT seeded.id, $1, executor.id, 'node-' || seeded.id, template.network, template.client, template.client_version,
       template.node_type, template.cpu_cores, template.memory_mib, template.disk_gib, template.overrides, 'running',
       CASE WHEN executor.online
         THEN jsonb_build_object('id', seeded.id, 'phase', 'running', 'since', now(), 'appliedRevision', 1) END
     FROM unnest($2::uuid[], $3::text[]) AS seeded(id, executor_name)
     JOIN executor ON executor.organization_id = $1 AND executor.name = seeded.executor_name
     CROSS JOIN node AS template WHERE template.name = 'template'`,
    [organizationId, nodes.map(({ id }) => id), nodes.map(({ name }) => name)],
  );
}
