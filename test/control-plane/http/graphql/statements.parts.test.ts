import { randomUUID } from 'node:crypto';
import type { GraphQLSchema } from 'graphql';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSchema } from '../../../../src/control-plane/http/graphql/schema.ts';
import type { TestControlPlane } from '../../../harness/control-plane.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { heldNode } from '../../../harness/held-node.ts';
import { rowsScanned } from '../../../harness/plan.ts';
import { post } from '../../../harness/post.ts';
import { sample } from '../../../harness/sample.ts';
import { sharedClient, sharedControlPlane } from '../../../harness/shared-control-plane.ts';
import { serveStatements } from '../../../harness/statement-server.ts';
import { filteredQueries } from './filtered-queries.ts';
import { fullQuery } from './full-selection.ts';
import { multiply } from './multiply.ts';
import { type Inhabitants, statementRows } from './statement-rows.ts';

const controlPlane = sharedControlPlane({ heartbeatSeconds: 60 });
const client = sharedClient(() => controlPlane.settings.databaseUrl);
let server: Awaited<ReturnType<typeof serveStatements>> | undefined;
let statements = 0;
let asked: { text: string; values: unknown[] }[] = [];
let inhabitants: Inhabitants;

interface Counted {
  statements: number;
  answer: unknown;
}
/** By query, with one object of each kind and with fifty. */
let withOne: Map<string, Counted>;
let withFifty: Map<string, Counted>;

const incidentId = randomUUID();
const deliveryId = randomUUID();
const agentRequestId = randomUUID();
const rolloutId = randomUUID();
const nodeRolloutId = randomUUID();
const fields = Object.keys(statementRows) as (keyof typeof statementRows)[];
let schema: GraphQLSchema;

beforeAll(async () => {
  inhabitants = await inhabit(controlPlane);
  await inhabitDirectly(client);
  // Nothing else may change the counts.
  await controlPlane.stop();
  schema = buildSchema();
  server = await serveStatements(controlPlane.settings, (text, values) => {
    statements++;
    asked.push({ text, values });
  });
  withOne = await countAll(server.url, inhabitants);
  await multiply(client);
  withFifty = await countAll(server.url, inhabitants);
});
afterAll(() => server?.close());

async function inhabit(controlPlane: TestControlPlane): Promise<Inhabitants> {
  const host = new TestExecutor(controlPlane, await controlPlane.key('executor', 'one'), 'host');
  const { executorId } = (await host.sync()).data.syncExecutor;
  const { createNode, inviteMember } = await controlPlane.ask(
    `mutation($id: ID!) {
      createNode(data: { name: "one", executorId: $id, network: regtest }) { node { id } }
      createEnrolmentToken(data: {}) { token }
      inviteMember(data: { email: "guest@example.com" }) { token } }`,
    { id: executorId },
  );
  await host.report([
    host.event({ nodeId: createNode.node.id }),
    host.event({ nodeId: createNode.node.id, kind: 'node.sample', data: sample(1) }),
  ]);
  const { createEndpoint } = await controlPlane.ask(
    `mutation($id: ID!) { createEndpoint(data: { name: "one", network: regtest, nodeLabels: [{ key: "a", value: "b" }], executorIds: [$id],
      port: 8330 }) { endpoint { id } } }`,
    { id: executorId },
  );
  const endpointId = createEndpoint.endpoint.id;
  await controlPlane.ask(
    'mutation($id: ID!) { createConsumer(data: { endpointId: $id, name: "one" }) { consumer { id } } }',
    { id: endpointId },
  );
  const { organizationId, passwordLink } = controlPlane.made;
  return {
    ...{
      organizationId,
      executorId,
      nodeId: createNode.node.id,
      incidentId,
      deliveryId,
      agentRequestId,
      rolloutId,
      nodeRolloutId,
      endpointId,
    },
    ...{ invitationToken: inviteMember.token, passwordToken: passwordLink.token },
  };
}

/** State that no request can create quickly. */
async function inhabitDirectly(client: pg.Client): Promise<void> {
  const instant = '2026-01-01T00:00:00.000Z';
  // Waiting for an agent is limited by time, not by rows.
  await client.query('UPDATE executor SET online = false');
  const rotation = { stage: 'done', requestedAt: instant, requestedBy: 'Ada', moved: 1, skipped: [], endedAt: instant };
  await client.query('UPDATE organization_rpc_credentials SET rotation = $1', [JSON.stringify(rotation)]);
  await client.query(`
    INSERT INTO agent_request (organization_id, node_id, executor_id, kind, args, status, result, awaited_until, answered_at, expires_at)
    SELECT organization_id, id, executor_id, 'explain', '{}', 'done', '{ "desired": [], "observed": [], "steps": [] }', now(), now(), 'infinity'
    FROM node`);
  await client.query(`
    INSERT INTO agent_request (id, organization_id, node_id, executor_id, kind, args, status, result, awaited_until, expires_at)
    SELECT '${agentRequestId}', organization_id, id, executor_id, 'rpc', '{ "method": "uptime", "params": [] }', 'done', '1', now(), 'infinity'
    FROM node LIMIT 1`);
  await client.query(`
    INSERT INTO notification_channel (organization_id, kind, name, sealed_target, target, lowest_severity, enabled)
    SELECT id, 'ntfy', 'phone', '', '', 'warning', true FROM organization`);
  await client.query(`
    INSERT INTO webhook_delivery (id, organization_id, channel_id, sequence, type, body)
    SELECT '${deliveryId}', organization_id, id, 1, 'incident.opened', '{}' FROM notification_channel`);
  await client.query(`
    INSERT INTO executor_release (version, version_key, channel, notes, artifacts)
    VALUES ('1.0.0', '', 'stable', '', '[{ "platform": "linux-x64", "url": "", "sizeBytes": 1, "sha256": "", "signature": "" }]')`);
  await client.query(`
    INSERT INTO executor_upgrade (organization_id, executor_id, from_version, target_version, requested_by, deadline)
    SELECT organization_id, id, '0.9.0', '1.0.0', 'one', now() + interval '1 hour' FROM executor`);
  await client.query(`
    INSERT INTO upgrade_rollout (id, organization_id, target_version, group_size, requested_by)
    SELECT '${rolloutId}', id, '1.0.0', 1, 'one' FROM organization LIMIT 1`);
  await client.query(`
    INSERT INTO upgrade_rollout_member (organization_id, rollout_id, position, group_number, executor_id, executor_name, upgrade_id, state)
    SELECT executor.organization_id, '${rolloutId}', 0, 1, executor.id, 'host', executor_upgrade.id, 'under_way'
    FROM executor JOIN executor_upgrade ON executor_id = executor.id`);
  await client.query(`
    INSERT INTO node_rollout (id, organization_id, summary, parallel, requested_by, actor)
    SELECT '${nodeRolloutId}', id, 'Restart', 1, 'one', '{}' FROM organization LIMIT 1`);
  await client.query(`
    INSERT INTO node_rollout_member (organization_id, rollout_id, position, group_number, node_id, node_name, request, changes, state, wait_code)
    SELECT organization_id, '${nodeRolloutId}', 0, 1, id, name, '{ "restart": true }', '[]', 'under_way', 'not_answering' FROM node LIMIT 1`);
  await client.query(
    'INSERT INTO executor_offer (organization_id, executor_id, nodes) SELECT organization_id, id, $1 FROM executor',
    [JSON.stringify([heldNode()])],
  );
  await client.query(
    'INSERT INTO executor_minute (organization_id, executor_id, at) SELECT organization_id, id, now() FROM executor',
  );
  await client.query(`
    INSERT INTO alert_incident (id, organization_id, code, severity, status, message, data, subject_type, subject_id, subject_name, started_at, opened_at, updated_at)
    SELECT '${incidentId}', id, 'node_failing', 'critical', 'open', 'It fails.', '{}', 'node', 'subject', 'one', now(), now(), now() FROM organization`);
  // The rules have not run.
  await client.query(`
    INSERT INTO chain_network (organization_id, name, network, state, height, node_count, branches)
    SELECT id, 'regtest', 'regtest', 'agreed', 1, 1, '[]' FROM organization`);
  await client.query(`
    INSERT INTO session (id, token, expires_at, user_id) SELECT 'session', 'token', now() + interval '1 hour', id FROM "user"`);
}

async function countAll(url: string, inhabitants: Inhabitants): Promise<Map<string, Counted>> {
  const counted = new Map<string, Counted>();
  for (const field of fields) {
    const query = fullQuery(schema, field, statementRows[field].args?.(inhabitants) ?? '');
    statements = 0;
    const response = await post(url, { query }, { key: controlPlane.personalKey });
    const { data, errors } = (await response.json()) as { data?: { answer: unknown }; errors?: object[] };
    expect(errors, `${field}: ${query}`).toBeUndefined();
    counted.set(field, { statements, answer: data?.answer });
  }
  return counted;
}

test('each query of the schema has a row in the table of statements', () => {
  expect(Object.keys(schema.getQueryType()?.getFields() ?? {}).toSorted()).toEqual(fields.toSorted());
});

test.each(fields)('%s takes as many statements for fifty objects as for one', (field) => {
  const [one, fifty] = [withOne.get(field), withFifty.get(field)];
  const { single, isStatic } = statementRows[field];
  if (!single) {
    // Otherwise nothing was compared.
    expect(JSON.stringify(fifty?.answer).length).toBeGreaterThan(JSON.stringify(one?.answer).length);
  }
  if (!isStatic) {
    expect(one?.answer).not.toBeNull();
    expect(one?.statements).toBeGreaterThan(0);
  }
  expect(fifty?.statements).toBe(one?.statements);
});

describe('among thousands of each', () => {
  const rows = 1500;
  /** A page of 60 with its nested ones, and what a window over them reads. */
  const maxScanned = 600;

  beforeAll(async () => {
    // Checks of foreign keys would take longer than all the rest.
    await client.query(
      `SET session_replication_role = replica; ALTER TABLE node ENABLE ALWAYS TRIGGER node_listed;
       ALTER TABLE audit_action ENABLE ALWAYS TRIGGER audit_action_chain`,
    );
    await multiply(client, [51, rows]);
    await client.query('RESET session_replication_role');
    await client.query('ANALYZE');
  });

  /** Tables that grow with the fleet or with time, and their partitions. */
  const isLarge = /^(executor|node|event|audit_action|alert_incident|apikey|enrolment_token)(?!_release)/;
  const bounded = fields.filter((field) => !statementRows[field].readsAll && !statementRows[field].isStatic);

  test.each([...bounded.map((field) => [field, null] as const), ...filteredQueries])(
    '%s %s: no statement reads more than its page',
    async (field, filter) => {
      const args = filter ?? statementRows[field as (typeof fields)[number]].args ?? '';
      const query = fullQuery(schema, field, typeof args === 'function' ? args(inhabitants) : args);
      asked = [];
      const response = await post(server?.url ?? '', { query }, { key: controlPlane.personalKey });
      const { errors } = (await response.json()) as { errors?: object[] };
      expect(errors).toBeUndefined();
      const reads = asked.filter(({ text }) => /^\s*(select|with)/i.test(text));
      expect(reads.length).toBeGreaterThan(0);
      for (const { text, values } of reads) {
        for (const [table, scanned] of await rowsScanned(client, text, values))
          if (isLarge.test(table)) expect(scanned, `${table}: ${text}`).toBeLessThan(maxScanned);
      }
    },
  );
});
