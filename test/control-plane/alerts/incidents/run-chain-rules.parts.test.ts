import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { agentRequest } from '../../../../src/control-plane/tables/agent-requests.ts';
import { chainNetwork, nodeWatch } from '../../../../src/control-plane/tables/incidents.ts';
import { node } from '../../../../src/control-plane/tables/nodes.ts';
import { insertExecutor, insertNode } from '../../../harness/rows.ts';
import { RuleRuns } from '../../../harness/rule-runs.ts';
import { sample } from '../../../harness/sample.ts';

const runs = new RuleRuns();
const { database, at, runAt, runFrom, incidents, told, observedAs } = runs;

test('rules remember the tip of a chain between runs, and across a restart', async () => {
  const executorId = await insertExecutor(database, runs.organizationId);
  const sampled = (seconds: number) => ({
    metrics: sample(900_000, { at: at(seconds).toISOString(), uptimeSeconds: 1_000_000, peersOutbound: 8 }),
    metricsAt: at(seconds),
  });
  const observed = observedAs('running', null);
  const nodeId = await insertNode(
    database,
    { organizationId: runs.organizationId, executorId },
    { observed, ...sampled(0) },
  );
  await runAt(0);
  const tipIsStale = 133 * 60;
  for (const seconds of [tipIsStale - 60, tipIsStale - 20, tipIsStale + 30, tipIsStale + 60, tipIsStale + 90]) {
    await database.update(node).set(sampled(seconds)).where(eq(node.id, nodeId));
    await runAt(seconds);
  }
  expect(told()).toEqual(['tip_stale opened']);
});

test('a gap of several nodes becomes one incident of their network, by time alone', async () => {
  const place = {
    organizationId: runs.organizationId,
    executorId: await insertExecutor(database, runs.organizationId),
  };
  const sampled = (seconds: number) => ({
    metrics: sample(900_000, { at: at(seconds).toISOString(), uptimeSeconds: 1_000_000, peersOutbound: 8 }),
    metricsAt: at(seconds),
  });
  const observed = observedAs('running', null);
  for (const name of ['one', 'two', 'three']) await insertNode(database, place, { name, observed, ...sampled(0) });
  const tipIsStale = 132 * 60;
  const before = [0, 60, 4000, tipIsStale - 180, tipIsStale - 120];
  for (const seconds of [...before, ...[0, 5, 10, 40, 80, 100].map((late) => tipIsStale + late)]) {
    await database.update(node).set(sampled(seconds));
    await runAt(seconds);
  }
  expect(told()).toEqual(['tip_stale opened']);
  expect(await incidents()).toMatchObject([{ code: 'tip_stale', status: 'open', subjectId: 'mainnet' }]);
});

test('asks a leading node for the block at most twice a minute, and keeps the evidence', async () => {
  const requests = () => database.select().from(agentRequest);
  const hash = (digit: string) => digit.repeat(64);
  const executorId = await insertExecutor(database, runs.organizationId);
  const observed = observedAs('running', null);
  const place = { organizationId: runs.organizationId, executorId };
  const insert = (name: string, height: number, bestBlockHash: string) =>
    insertNode(database, place, { name, observed, metrics: sample(height, { bestBlockHash }), metricsAt: at(0) });
  const leader = await insert('leader', 105, hash('a'));
  const lagging = await insert('lagging', 100, hash('b'));

  await runAt(0);
  const [request] = await requests();
  expect(request).toMatchObject({ kind: 'chain', nodeId: leader, executorId, status: 'pending' });
  expect(request?.args).toMatchObject({ heights: expect.arrayContaining([100]) });

  const [tip, block] = [
    { height: 105, hash: hash('a') },
    { height: 100, hash: hash('c') },
  ];
  const reading = { tip, blocks: [block], deployments: null };
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
  expect(await incidents()).toMatchObject([
    { code: 'chain_split', status: 'open', subjectType: 'network', subjectId: 'mainnet', executorId: null },
  ]);
});

const hashOf = (digit: string) => digit.repeat(64);

/** Runs the rules until the nodes of a network have split after block 100. Returns the id of the one that stands still. */
async function untilSplit(): Promise<string> {
  const executorId = await insertExecutor(database, runs.organizationId);
  const observed = { ...observedAs('running', null), endpoint: { host: 'fd00::7', rpcPort: 8332, p2pPort: 8333 } };
  const ids = [];
  for (const height of [106, 100]) {
    const metrics = sample(height, { bestBlockHash: hashOf(String(height % 10)) });
    const columns = { name: `at-${height}`, observed, metrics, metricsAt: at(0) };
    ids.push(await insertNode(database, { organizationId: runs.organizationId, executorId }, columns));
  }
  const [leader = '', stuck = ''] = ids;
  await runAt(0);
  const tip = { height: 106, hash: hashOf('6') };
  const reading = { tip, blocks: [{ height: 100, hash: hashOf('0') }], deployments: null };
  const answer = { status: 'done', result: JSON.stringify(reading), answeredAt: new Date() } as const;
  await database.update(agentRequest).set(answer).where(eq(agentRequest.nodeId, leader));
  for (const seconds of [5, 25, 45]) await runAt(seconds);
  return stuck;
}

test('a split names the nodes at risk with IPv6 addresses in brackets', async () => {
  await untilSplit();
  expect(await incidents()).toMatchObject([{ message: expect.stringContaining('at-100 ([fd00::7]:8332)') }]);
});

test('a node without the next headers keeps its incident while stopped', async () => {
  const isStuck = eq(node.id, await untilSplit());
  expect(await incidents()).toMatchObject([{ code: 'chain_split', status: 'open', data: { forkHeight: 100 } }]);

  await database.update(node).set({ desiredState: 'stopped' }).where(isStuck);
  for (const seconds of [50, 400, 405, 450, 500]) await runAt(seconds);
  expect(await incidents()).toMatchObject([{ code: 'chain_split', status: 'open' }]);
  await database
    .update(node)
    .set({ metrics: sample(106, { bestBlockHash: hashOf('6') }) })
    .where(isStuck);
  for (const seconds of [505, 530, 565]) await runAt(seconds);
  expect(await incidents()).toMatchObject([{ code: 'chain_split', status: 'closed' }]);
  const watches = await database.select().from(nodeWatch);
  expect(watches.map(({ chain }) => chain.apart ?? null)).toEqual([null, null]);
});

test('shows each network as its nodes were last compared, while any of them runs', async () => {
  const executorId = await insertExecutor(database, runs.organizationId);
  const place = { organizationId: runs.organizationId, executorId };
  const metrics = sample(105, { bestBlockHash: 'a'.repeat(64) });
  const runsOn = (network: 'mainnet' | 'signet') => ({ network, observed: observedAs('running', null), metrics });
  for (const [name, network] of [
    ['one', 'mainnet'],
    ['two', 'mainnet'],
    ['three', 'signet'],
  ] as const)
    await insertNode(database, place, { name, ...runsOn(network), metricsAt: at(0) });
  const shown = () => database.select().from(chainNetwork).orderBy(chainNetwork.name);
  await runAt(0);
  const agreed = { organizationId: runs.organizationId, state: 'agreed', height: 105 };
  expect(await shown()).toMatchObject([
    { ...agreed, name: 'mainnet', nodeCount: 2, branches: [{ height: 105, nodeCount: 2 }] },
    { ...agreed, name: 'signet', nodeCount: 1 },
  ]);
  await database.update(node).set({ desiredState: 'stopped' }).where(eq(node.network, 'mainnet'));
  await runFrom(5, 70);
  expect(await shown()).toMatchObject([{ name: 'signet' }]);
});
