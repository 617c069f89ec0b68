import type pg from 'pg';

const id = (kind: string) => `md5('${kind}' || n)::uuid`;

/** What differs between copies; `n` is the number of the copy. The rest is as in the existing row. */
const copies: readonly { table: string; columns: Record<string, string>; where?: string }[] = [
  { table: 'executor', columns: { id: id('executor'), name: "name || '-' || n" } },
  { table: 'executor_offer', columns: { executor_id: id('executor') } },
  { table: 'node', columns: { id: id('node'), name: "name || '-' || n", executor_id: id('executor') } },
  {
    table: 'event',
    columns: { id: 'gen_random_uuid()', sequence: "nextval('event_sequence_seq')", node_id: id('node') },
    where: "node_name = 'one'",
  },
  { table: 'node_minute', columns: { at: "at - n * interval '6 minutes'" } },
  { table: 'executor_minute', columns: { at: "at - n * interval '6 minutes'" } },
  { table: 'apikey', columns: { id: 'id || n', key: 'key || n', name: 'name || n' }, where: "name = 'one'" },
  { table: 'enrolment_token', columns: { id: 'gen_random_uuid()', hash: 'hash || n' } },
  { table: 'user', columns: { id: "'user' || n", email: 'n || email' } },
  { table: 'member', columns: { id: 'id || n', user_id: "'user' || n" } },
  { table: 'invitation', columns: { id: 'id || n', email: 'n || email', token_hash: 'token_hash || n' } },
  { table: 'session', columns: { id: 'id || n', token: 'token || n' } },
  {
    table: 'alert_incident',
    columns: { id: 'gen_random_uuid()', sequence: "nextval('alert_incident_sequence_seq')", subject_id: "'s' || n" },
  },
  { table: 'notification_channel', columns: { id: 'gen_random_uuid()', name: 'n || name' } },
  { table: 'endpoint', columns: { id: id('endpoint'), name: 'n || name' } },
  { table: 'consumer', columns: { id: 'gen_random_uuid()', endpoint_id: id('endpoint') } },
  { table: 'webhook_delivery', columns: { id: 'gen_random_uuid()', sequence: 'n' } },
  { table: 'audit_action', columns: {} },
  {
    table: 'executor_release',
    columns: { id: id('release'), version: "n || '.0.0'", version_key: "lpad(n::text, 5, '0')" },
  },
  { table: 'executor_upgrade', columns: { id: id('upgrade'), executor_id: id('executor') } },
  { table: 'node_rollout', columns: { id: id('node_rollout') } },
  {
    table: 'node_rollout_member',
    columns: { rollout_id: id('node_rollout'), node_id: id('node') },
  },
  { table: 'upgrade_rollout', columns: { id: id('rollout') } },
  {
    table: 'upgrade_rollout_member',
    columns: { rollout_id: id('rollout'), executor_id: id('executor'), upgrade_id: id('upgrade') },
  },
  { table: 'organization', columns: { id: 'id || n', slug: 'slug || n' } },
];

/** What a filter finds by is different in many more copies, which are newer. */
const busy: Record<string, Record<string, string>> = {
  event: {
    node_id: 'gen_random_uuid()',
    node_name: "'busy'",
    executor_name: "'busy'",
    level: "'warning'",
    kind: "'busy'",
    at: 'now()',
  },
  audit_action: {
    ...{ action: "'busy'", target_type: "'busy'", target_id: "'busy'", target_name: "'busy'", user_id: "'busy'" },
    ...{ api_key_id: "'busy'", actor_type: "'busy'", error_code: 'NULL', before: 'NULL', after: 'NULL', at: 'now()' },
  },
  apikey: { executor_name: "'busy' || n" },
  executor: { labels: "'{}'::jsonb", online: 'true', cordon: 'NULL' },
  node: {
    ...{
      labels: "'{}'::jsonb",
      created_at: "now() - n * interval '1 hour'",
      updated_at: "now() - n * interval '1 hour'",
    },
  },
  alert_incident: { status: "'closed'", closed_at: 'now()' },
  organization: { created_at: 'now()' },
};

/** Creates more of everything, by default 49. */
export async function multiply(client: pg.Client, [from, to]: readonly [number, number] = [2, 50]): Promise<void> {
  for (const { table, columns, where } of copies) {
    const differing = to > 50 ? { ...columns, ...busy[table] } : columns;
    const changes = Object.entries(differing).map(([column, value]) => `'${column}', ${value}`);
    const made = await client.query(`
      INSERT INTO "${table}" SELECT (jsonb_populate_record(NULL::"${table}", to_jsonb(one) || jsonb_build_object(${changes.join(', ')}))).*
      FROM (SELECT * FROM "${table}" ${where === undefined ? '' : `WHERE ${where}`} LIMIT 1) AS one, generate_series(${from}::int, ${to}::int) AS n`);
    if (made.rowCount !== to - from + 1) throw new Error(`there was nothing to copy in ${table}`);
  }
}
