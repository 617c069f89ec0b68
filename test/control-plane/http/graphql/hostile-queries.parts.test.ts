import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NodesDocument } from '../../../../src/client/operations.generated.ts';
import { beside, processorClock } from '../../../harness/beside.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import type { GraphqlAnswer } from '../../../harness/graphql.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { post } from '../../../harness/post.ts';
import { unitOfWorkMs } from '../../../harness/processor-work.ts';
import { sample } from '../../../harness/sample.ts';
import { sharedDatabase, sharedInhabited } from '../../../harness/shared-control-plane.ts';

const inhabited = sharedInhabited({ ownProcess: true });
const { controlPlane, stranger } = inhabited;
const database = sharedDatabase(controlPlane);
/**
 * CPU time of the server that may block others: 20 units of work. Includes its garbage collector, which runs
 * concurrently. The benches measure milliseconds.
 */
let maxWaitMs: number;
/** Of another organization. */
let strange: TestExecutor;
let strangeId: string;
beforeAll(async () => {
  const { newNode, host } = inhabited;
  maxWaitMs = 20 * unitOfWorkMs();
  await newNode({ name: 'first' });
  await host.report([host.event({ data: { text: 'x'.repeat(16_000) } })]);
  strange = new TestExecutor(controlPlane, stranger.executorKey, 'strange');
  strangeId = (await strange.sync()).data.syncExecutor.executorId;
  const overrides = '[{ key: "coinstatsindex", value: "1" }, { key: "dbcache", value: "450" }]';
  const { createNode } = await controlPlane.ask(
    `mutation($id: ID!) { createNode(data: { name: "strange", executorId: $id, network: regtest, overrides: ${overrides} }) { node { id } } }`,
    { id: strangeId },
    stranger.personalKey,
  );
  const index = { name: 'txindex', synced: true, bestBlockHeight: 1000 };
  const measured = sample(1000, { indexes: [index, { ...index, name: 'coinstatsindex' }] });
  await strange.report([strange.event({ kind: 'node.sample', nodeId: createNode.node.id, data: measured })]);
});

const residentMiB = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${controlPlane.pid}/status`, 'utf8'))?.[1]) / 1024;

const aliases = (count: number, field: string) => Array.from({ length: count }, (_, n) => `a${n}: ${field}`).join(' ');
const repeated = (count: number, field: string) => `{ ${aliases(count, field)} }`;

test('invariant 12: a body of millions of small values is refused at a look’s cost', async () => {
  const body = `{"query":"{ viewer { role } }","variables":{"x":[${'{},'.repeat(6_000_000)}0]}}`;
  const { answer, longestMs } = await beside(
    processorClock(controlPlane.pid),
    () => post(controlPlane.url, body, { key: inhabited.executorKey }),
    () => controlPlane.ask('{ viewer { role } }'),
  );
  const { errors } = (await answer.json()) as GraphqlAnswer;
  expect([answer.status, errors?.[0]?.message]).toEqual([
    400,
    'the body has more than 500000 values; send less at once',
  ]);
  expect(longestMs).toBeLessThan(maxWaitMs);
});

describe('among many nodes and events', () => {
  const maxGrowthMiB = 200;

  beforeAll(async () => {
    const { executorId } = inhabited;
    const copied =
      'organization_id, executor_id, network, client, client_version, node_type, cpu_cores, memory_mib, disk_gib';
    const more = 'desired_state, metrics, metrics_at';
    const unknown =
      "(SELECT jsonb_agg(jsonb_build_object('key', 'unknown' || o, 'value', 'x')) FROM generate_series(1, 190) AS o)";
    const copies = (id: string, count: number, overridden: string) =>
      sql.raw(`INSERT INTO node (${copied}, ${more}, name, overrides) SELECT ${copied}, ${more}, 'node-' || n, ${overridden}
        FROM node, generate_series(1, ${count}) AS n WHERE executor_id = '${id}'`);
    await database.execute(copies(executorId, 1599, unknown));
    await database.execute(copies(strangeId, 499, 'overrides'));
    await database.execute(sql`
      INSERT INTO event (id, organization_id, at, level, kind, message, data)
      SELECT gen_random_uuid(), organization_id, at, level, kind, 'copied', data FROM event, generate_series(1, 600)
      WHERE kind = 'node.started' AND data IS NOT NULL`);
    await database.execute(sql`ANALYZE node, event`);
  });
  // Otherwise the attack below would be more than a replica must bear.
  afterAll(async () => {
    await database.execute(sql`DELETE FROM node WHERE name LIKE 'node-%'`);
    await database.execute(sql`DELETE FROM event WHERE message = 'copied'`);
  });

  /** Runs a query, while another organization runs small ones. */
  async function askBeside(query: string) {
    const before = residentMiB();
    let mostMiB = 0;
    const small = async () => {
      await controlPlane.ask('{ viewer { role } }', {}, stranger.memberKey);
      mostMiB = Math.max(mostMiB, residentMiB() - before);
    };
    return { ...(await beside(processorClock(controlPlane.pid), () => controlPlane.call(query), small)), mostMiB };
  }

  test.each([
    [
      'the nodes of the executors of nodes, 60 times',
      `${repeated(60, 'executors(take:1){...F}')} fragment F on Executor { nodes { executor { nodes { id } } } }`,
    ],
    [
      'the most nodes within the most nodes',
      '{ nodes(take: 500) { executor { nodes(take: 500) { id name phase: status { phase } } } } }',
    ],
    [
      'different pages of nodes, 60 times',
      `{ executors { ${Array.from({ length: 60 }, (_, n) => `a${n}: nodes(take: 500, skip: ${n}) { id }`).join(' ')} } }`,
    ],
    [
      'the most events with all their data, 60 times',
      repeated(60, 'events(filter:{take:500}){nodes{id message data}}'),
    ],
    [
      'the configuration of each of many nodes, 148 times',
      `{ nodes(take: 290) ${repeated(148, 'effectiveConfig{key}')} }`,
    ],
    ['the configuration of many nodes, 25 times', repeated(25, 'nodes(take:200){effectiveConfig{key}}')],
  ])('invariant 12: a query for %s keeps no other organization waiting and is refused', async (_what, query) => {
    const { answer, longestMs, mostMiB } = await askBeside(query);
    // On a busy machine, the deadline of a statement may come before the budget is used up.
    expect(['invalid_input', 'timed_out']).toContain(codeOf(answer));
    expect(longestMs).toBeLessThan(maxWaitMs);
    expect(mostMiB).toBeLessThan(maxGrowthMiB);
  });

  test.each([
    [
      'everything of 500 nodes',
      '{ nodes(take: 500) { id name network executor { name status } resources { cpuCores memoryMiB diskGiB } status { phase since reason endpoint { host } } metrics { height headers peersInbound } } }',
    ],
    [
      'the most events',
      '{ events(filter: { take: 500 }) { nodes { id at level kind message executorName nodeName data } } }',
    ],
    ['the configuration of 20 nodes', '{ nodes(take: 20) { effectiveConfig { key value origin note } } }'],
  ])('a query for %s is answered, and keeps no other organization waiting', async (_what, query) => {
    const { answer, longestMs } = await askBeside(query);
    expect(answer.errors).toBeUndefined();
    expect(longestMs).toBeLessThan(maxWaitMs);
  });

  const config = 'effectiveConfig { key value origin note }';
  const configs = (count: number) => aliases(count, config);
  const problems = 'problems { code }';

  test.each([
    ['8 nodes, between lists', `{ nodes(take: 8) { overrides { key } ${configs(55)} ${problems} } }`],
    [
      '300 nodes, twice',
      `{ a: nodes(take: 300) { ${config} ${problems} } b: nodes(take: 300) { ${problems} ${config} } }`,
    ],
  ])('invariant 12: a refused query for the configurations of %s hurts nobody else', async (_what, query) => {
    const { pid } = controlPlane;
    expect(codeOf(await controlPlane.call(query, {}, stranger.personalKey))).toBe('invalid_input');
    // Lists in flight when the query was refused end after its response; the next responses come after them.
    for (let n = 0; n < 10; n++)
      expect(await controlPlane.ask('{ viewer { role } }', {}, stranger.memberKey)).toEqual({
        viewer: { role: 'member' },
      });
    expect((await fetch(new URL('/healthz', controlPlane.url))).status).toBe(200);
    expect([controlPlane.isServing, controlPlane.pid]).toEqual([true, pid]);
    expect(controlPlane.log).not.toContain('unhandled');
  });

  test('the largest page with the ready-made selection is affordable', async () => {
    const answer = await controlPlane.call(NodesDocument.toString(), { take: 500 }, stranger.personalKey);
    expect(answer.errors).toBeUndefined();
    expect(answer.data.nodes).toHaveLength(500);
    expect(answer.data.nodes[0]).toMatchObject({ metrics: { indexes: [{}, {}] }, overrides: [{}, {}] });
  });

  test('a refusal names what the answer would cost, and the limit', async () => {
    const { errors } = await controlPlane.call(`{ nodes(take: 300) { name ${configs(2)} } }`);
    const { cost, limit } = (errors?.[0]?.extensions ?? {}) as { cost?: number; limit?: number };
    expect(limit).toBe(60_000);
    expect(cost).toBeGreaterThan(60_000);
    expect(errors?.[0]?.message).toContain(`at least ${cost} values; 60000 are allowed`);
  });
});

const maxMiB = 512;
/** The attack lasts at least as long, and until each attacker was answered and others had so many heartbeats. */
const [attackMs, heartbeats] = [2500, 4];
/** An agent gives up a heartbeat after ten seconds. */
const heartbeatTimeoutMs = 10_000;
const attackers = 20;

/** Requests of a hostile client. */
const bodies: readonly string[] = [
  JSON.stringify({ query: `{ ${aliases(290, 'nodes(take: 500) { id }')} }` }),
  JSON.stringify({ query: `{ ${aliases(60, 'executors { nodes { executor { nodes { id } } } }')} }` }),
  JSON.stringify({ query: `{ ${'{ nodes '.repeat(3000)}` }),
  JSON.stringify({ query: `query ($v: JSON) { viewer { role } }`, variables: { v: 'x'.repeat(900_000) } }),
  JSON.stringify({ query: '{ viewer { role } }', variables: JSON.parse(`${'{"a":'.repeat(900)}1${'}'.repeat(900)}`) }),
  JSON.stringify({ query: `{ ${aliases(100, 'events(filter: { take: 500 }) { nodes { message data } }')} }` }),
  `{"query":"${'x'.repeat(3_000_000)}"}`,
  '['.repeat(1_000_000),
  JSON.stringify({ query: `subscription { changes { type } }` }),
];

test('a hostile client takes neither a replica’s memory nor others’ heartbeats', async () => {
  const ending = new AbortController();
  const end = ending.signal;
  const seen = { mostMiB: 0, slowestMs: 0, attacks: 0 };
  const attack = async (first: number) => {
    for (let n = first; !end.aborted; n++) {
      // Half of them with a key, half without; each disconnects at random.
      const key = n % 2 === 0 ? controlPlane.personalKey : null;
      const signal = AbortSignal.any([end, AbortSignal.timeout(3000)]);
      await post(controlPlane.url, bodies[n % bodies.length] ?? '', { key, signal })
        .then((response) => response.text())
        .catch(() => undefined);
      seen.attacks++;
    }
  };
  const beat = async () => {
    const attackBegan = performance.now();
    const goesOn = () => seen.attacks <= attackers || performance.now() < attackBegan + attackMs;
    for (let beats = 0; beats < heartbeats || goesOn(); beats++) {
      const began = performance.now();
      const { errors } = await strange.sync();
      expect(errors).toBeUndefined();
      seen.slowestMs = Math.max(seen.slowestMs, performance.now() - began);
      seen.mostMiB = Math.max(seen.mostMiB, residentMiB());
    }
  };
  await Promise.all([beat().finally(() => ending.abort()), ...Array.from({ length: attackers }, (_, n) => attack(n))]);
  expect(controlPlane.isServing).toBe(true);
  expect(seen.slowestMs).toBeLessThan(heartbeatTimeoutMs);
  expect(seen.mostMiB).toBeLessThan(maxMiB);
});
