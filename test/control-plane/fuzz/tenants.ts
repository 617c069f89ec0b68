import { sql } from 'drizzle-orm';
import { type Database, rowsOf } from '../../../src/control-plane/platform/database/database.ts';
import type { TestControlPlane } from '../../harness/control-plane.ts';
import { TestExecutor } from '../../harness/executor.ts';
import { makeOrganization } from '../../harness/organization.ts';

/** An organization with one object of every kind, and a key of each role. */
export interface Tenant {
  name: string;
  keys: { owner: string; admin: string; member: string; executor: string };
}

/** Enough that their configurations, requested a few dozen times, exceed the limit of an answer. */
const nodeCount = 9;

export async function makeTenant(controlPlane: TestControlPlane, name: string): Promise<Tenant> {
  const { personalKey: owner, adminKey, memberKey, executorKey } = await makeOrganization(controlPlane, name);
  const host = new TestExecutor(controlPlane, executorKey, `${name}-host`);
  const { executorId } = (await host.sync()).data.syncExecutor;
  const data = (n: number) =>
    `name: "${name}-node-${n}", network: regtest, executorId: "${executorId}", overrides: [{ key: "txindex", value: "1" }]`;
  const creations = Array.from(
    { length: nodeCount },
    (_, n) => `n${n}: createNode(data: { ${data(n)} }) { node { id } }`,
  );
  const created = await controlPlane.ask(`mutation { ${creations.join(' ')} }`, {}, owner);
  const nodes = Object.values(created as Record<string, { node: { id: string } }>).map(({ node }) => node.id);
  const [nodeId] = nodes;
  const phases = ['running', 'failing', 'syncing', 'stopped'];
  const since = new Date().toISOString();
  const observed = nodes.map((id, n) => ({ id, phase: phases[n % phases.length], since, reason: `${name}-reason` }));
  await host.sync({ nodes: observed, orphans: [{ nodeId: crypto.randomUUID(), name: `${name}-orphan`, kept: true }] });
  await host.report(
    nodes.flatMap((id) => [1, 2, 3].map((n) => host.event({ nodeId: id, message: `${name}-event-${n}`, data: { n } }))),
  );
  const made = `mutation($nodeId: ID!, $email: String!, $name: String!) {
    inviteMember(data: { email: $email, role: member }) { token }
    createEnrolmentToken(data: { executorName: $name }) { token }
    createApiKey(data: { purpose: personal, name: $name }) { secret }
    saveNotificationSettings(input: { nodeOverrides: [{ nodeId: $nodeId, muted: true }] }) { settings { revision } }
    openAgentRequest(where: { id: $nodeId }, data: { log: {} }) { request { id } }
    updateExecutor(where: { id: "${executorId}" }, data: { labels: [{ key: "team", value: $name }] }) { executor { id } } }`;
  await controlPlane.ask(made, { nodeId, email: `${name}-invited@example.com`, name: `${name}-made` }, owner);
  return { name, keys: { owner, admin: adminKey, member: memberKey, executor: executorKey } };
}

const isIdentifier = (text: string): boolean =>
  /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[A-Za-z0-9]{32})$/i.test(text);

/** Returns secrets of an organization with their place: its ids, and the names that start with its own. */
export async function secretsOf(database: Database, name: string): Promise<ReadonlyMap<string, string>> {
  const secrets = new Map<string, string>();
  const collect = (value: unknown, place: string): void => {
    if (value instanceof Object) for (const [key, item] of Object.entries(value)) collect(item, `${place}.${key}`);
    if (typeof value === 'string' && (isIdentifier(value) || value.startsWith(`${name}-`))) secrets.set(value, place);
  };
  const tables = await database.execute(sql`
    SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE a.attname = 'organization_id' AND c.relkind IN ('r', 'p') AND NOT c.relispartition`);
  for (const table of rowsOf<{ name: string }>(tables)) {
    const rows = await database.execute(sql`
      SELECT to_jsonb(t) AS row FROM ${sql.identifier(table.name)} t JOIN organization o ON o.id = t.organization_id
      WHERE o.name = ${name} LIMIT 300`);
    for (const { row } of rowsOf<{ row: unknown }>(rows)) collect(row, table.name);
  }
  return secrets;
}
