import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NodesDocument } from '../../../../src/client/operations.generated.ts';
import { whileDown } from '../../../harness/database.ts';
import { codeOf, type Inhabited, startInhabited } from '../../../harness/inhabited.ts';
import { sample } from '../../../harness/sample.ts';

let inhabited: Inhabited;
beforeAll(async () => {
  inhabited = await startInhabited({ ownProcess: true });
  const overrides = [
    { key: 'coinstatsindex', value: '1' },
    { key: 'dbcache', value: '450' },
  ];
  const { host } = inhabited;
  const nodeId = await inhabited.newNode({ name: 'first', overrides });
  const index = { name: 'txindex', synced: true, bestBlockHeight: 1000 };
  const data = sample(1000, { indexes: [index, { ...index, name: 'coinstatsindex' }] });
  await host.report([host.event({ kind: 'node.sample', nodeId, data })]);
  await whileDown(inhabited.controlPlane, async (database) => {
    await database.execute(sql`
      INSERT INTO node (organization_id, executor_id, name, network, client, client_version, node_type, cpu_cores, memory_mib, disk_gib,
        overrides, desired_state, metrics, metrics_at)
      SELECT organization_id, executor_id, 'node-' || n, network, client, client_version, node_type, cpu_cores, memory_mib, disk_gib,
        overrides, desired_state, metrics, metrics_at FROM node, generate_series(1, 499) AS n`);
  });
});
afterAll(() => inhabited?.controlPlane.destroy());

const config = 'effectiveConfig { key value origin note }';
const configs = (count: number) => Array.from({ length: count }, (_, n) => `e${n}: ${config}`).join(' ');
const problems = 'problems { code }';

test.each([
  ['8 nodes, before another list', `{ nodes(take: 8) { ${configs(55)} ${problems} } }`],
  ['8 nodes, after another list', `{ nodes(take: 8) { ${problems} ${configs(55)} } }`],
  ['8 nodes, between lists', `{ nodes(take: 8) { overrides { key } ${configs(55)} ${problems} } }`],
  ['200 nodes', `{ nodes(take: 200) { id name ${configs(2)} ${problems} } }`],
  [
    '300 nodes, twice',
    `{ a: nodes(take: 300) { ${config} ${problems} } b: nodes(take: 300) { ${problems} ${config} } }`,
  ],
])('invariant 12: a refused query for the configurations of %s hurts nobody else', async (_what, query) => {
  const { controlPlane, stranger } = inhabited;
  const { pid } = controlPlane;
  expect(codeOf(await controlPlane.call(query))).toBe('invalid_input');
  // Lists in flight when the query was refused end after its response; the next responses come after them.
  for (let n = 0; n < 10; n++) {
    const { viewer } = await controlPlane.ask('{ viewer { role } }', {}, stranger.memberKey);
    expect(viewer).toEqual({ role: 'member' });
  }
  expect((await fetch(new URL('/healthz', controlPlane.url))).status).toBe(200);
  expect([controlPlane.isServing, controlPlane.pid]).toEqual([true, pid]);
  expect(controlPlane.log).not.toContain('unhandled');
});

test('the most nodes that one page may have, with the selection of the ready-made operation, are affordable', async () => {
  const answer = await inhabited.controlPlane.call(NodesDocument.toString(), { take: 500 });
  expect(answer.errors).toBeUndefined();
  expect(answer.data.nodes).toHaveLength(500);
  expect(answer.data.nodes[0]).toMatchObject({ metrics: { indexes: [{}, {}] }, overrides: [{}, {}] });
});

test('a refusal names what the answer would cost, and the limit', async () => {
  const { errors } = await inhabited.controlPlane.call(`{ nodes(take: 300) { name ${configs(2)} } }`);
  const { cost, limit } = (errors?.[0]?.extensions ?? {}) as { cost?: number; limit?: number };
  expect(limit).toBe(50_000);
  expect(cost).toBeGreaterThan(50_000);
  expect(errors?.[0]?.message).toContain(`at least ${cost} values; 50000 are allowed`);
});
