import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shippedTable } from '../../../../src/bitcoin/clients/lifecycle.ts';
import { runRules } from '../../../../src/control-plane/alerts/incidents/run-rules.ts';
import type { Database, OpenDatabase } from '../../../../src/control-plane/platform/database/database.ts';
import { agentRequest } from '../../../../src/control-plane/tables/agent-requests.ts';
import { alertIncident, nodeWatch } from '../../../../src/control-plane/tables/incidents.ts';
import { openTestDatabase } from '../../../harness/database.ts';
import { insertExecutor, insertNode, insertOrganization } from '../../../harness/rows.ts';
import { sample } from '../../../harness/sample.ts';

let open: OpenDatabase;
let database: Database;
let start: number;

beforeAll(async () => {
  open = await openTestDatabase();
  ({ database } = open);
  await database.execute(sql`TRUNCATE organization, incident_rule_run, event CASCADE`);
  start = Date.now();
});
afterAll(() => open?.close());

const runAt = (seconds: number, more: object = {}) =>
  runRules({
    database,
    fence: async () => {},
    lifecycle: shippedTable,
    notify: async () => {},
    now: new Date(start + seconds * 1000),
    ...more,
  });
const requests = () => database.select().from(agentRequest);
const hash = (digit: string) => digit.repeat(64);

test('a leading node is asked for the lagging one’s block, twice a minute at most, and the evidence outlives the answer', async () => {
  const organizationId = await insertOrganization(database);
  const executorId = await insertExecutor(database, organizationId);
  const observed = { id: randomUUID(), phase: 'running', since: new Date(start).toISOString() } as const;
  const place = { organizationId, executorId };
  const at = (name: string, height: number, tip: string) => ({
    name,
    observed,
    metrics: { ...sample(height, { bestBlockHash: tip }) },
    metricsAt: new Date(start),
  });
  const leader = await insertNode(database, place, at('leader', 105, hash('a')));
  const lagging = await insertNode(database, place, at('lagging', 100, hash('b')));

  await runAt(0);
  const [request] = await requests();
  expect(request).toMatchObject({ kind: 'chain', nodeId: leader, executorId, status: 'pending' });
  expect(request?.args).toMatchObject({ heights: expect.arrayContaining([100]) });

  const reading = {
    tip: { height: 105, hash: hash('a') },
    blocks: [{ height: 100, hash: hash('c') }],
    deployments: null,
  };
  const answer = { status: 'done', result: JSON.stringify(reading), answeredAt: new Date() } as const;
  await database.update(agentRequest).set(answer);
  const fenced = runAt(5, { fence: () => Promise.reject(new Error('another replica took over')) });
  await expect(fenced).rejects.toThrow('another replica took over');
  await runAt(10);
  const [watched] = await database.select().from(nodeWatch).where(eq(nodeWatch.nodeId, leader));
  expect(watched?.chain.reading).toEqual(reading);
  // The leading node has been asked a moment ago; the other one has not.
  expect((await requests()).map(({ nodeId }) => nodeId)).toEqual([lagging]);
  await runAt(25);
  expect(await requests()).toHaveLength(1);
  await runAt(35);
  expect((await requests()).map(({ nodeId }) => nodeId)).toContain(leader);

  for (const seconds of [45, 60, 75]) await runAt(seconds);
  expect(await database.select().from(alertIncident)).toMatchObject([
    { code: 'chain_split', status: 'open', subjectType: 'network', subjectId: 'mainnet', executorId: null },
  ]);
});
