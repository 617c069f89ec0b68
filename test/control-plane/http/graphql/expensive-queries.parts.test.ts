import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beside, processorClock } from '../../../harness/beside.ts';
import { whileDown } from '../../../harness/database.ts';
import { codeOf, type Inhabited, startInhabited } from '../../../harness/inhabited.ts';
import { unitOfWorkMs } from '../../../harness/processor-work.ts';

/**
 * CPU time of the server that may block others, in units of work. Includes its garbage collector, which runs
 * concurrently. The benches measure milliseconds.
 */
const maxWait = 20;
const maxGrowthMiB = 200;

let inhabited: Inhabited;
beforeAll(async () => {
  inhabited = await startInhabited({ ownProcess: true });
  const { controlPlane, executorId, newNode, host } = inhabited;
  await newNode({ name: 'first' });
  await host.report([host.event({ data: { text: 'x'.repeat(16_000) } })]);
  await whileDown(controlPlane, async (database) => {
    await database.execute(sql`
      INSERT INTO node (organization_id, executor_id, name, network, client, client_version, node_type, cpu_cores, memory_mib, disk_gib,
        overrides, desired_state)
      SELECT organization_id, executor_id, 'node-' || n, network, client, client_version, node_type, cpu_cores, memory_mib, disk_gib,
        (SELECT jsonb_agg(jsonb_build_object('key', 'unknown' || o, 'value', 'x')) FROM generate_series(1, 190) AS o), desired_state
      FROM node, generate_series(1, 1599) AS n WHERE executor_id = ${executorId}`);
    await database.execute(sql`
      INSERT INTO event (id, organization_id, at, level, kind, message, data)
      SELECT gen_random_uuid(), organization_id, at, level, kind, message, data FROM event, generate_series(1, 600) WHERE data IS NOT NULL`);
  });
});
afterAll(() => inhabited?.controlPlane.destroy());

const residentMiB = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${inhabited.controlPlane.pid}/status`, 'utf8'))?.[1]) / 1024;

/** Runs a query, while another organization runs small ones. */
async function askBeside(query: string) {
  const { controlPlane, stranger } = inhabited;
  const before = residentMiB();
  let mostMiB = 0;
  const small = async () => {
    await controlPlane.ask('{ viewer { role } }', {}, stranger.memberKey);
    mostMiB = Math.max(mostMiB, residentMiB() - before);
  };
  return { ...(await beside(processorClock(controlPlane.pid), () => controlPlane.call(query), small)), mostMiB };
}

const aliases = (count: number, field: string) =>
  `{ ${Array.from({ length: count }, (_, n) => `a${n}:${field}`).join(' ')} }`;

test.each([
  [
    'the nodes of an executor within its nodes, 60 times',
    `{ executors(where: { name: { equals: "host-1" } }, take: 1) { nodes { executor ${aliases(60, 'nodes{id}')} } } }`,
  ],
  [
    'the nodes of the executors of nodes, 60 times',
    `${aliases(60, 'executors(take:1){...F}')} fragment F on Executor { nodes { executor { nodes { id } } } }`,
  ],
  [
    'the most nodes within the most nodes',
    '{ nodes(take: 500) { executor { nodes(take: 500) { id name phase: status { phase } } } } }',
  ],
  [
    'different pages of nodes, 60 times',
    `{ executors { ${Array.from({ length: 60 }, (_, n) => `a${n}: nodes(take: 500, skip: ${n}) { id }`).join(' ')} } }`,
  ],
  ['the most events with all their data, 60 times', aliases(60, 'events(filter:{take:500}){nodes{id message data}}')],
  [
    'the configuration of each of many nodes, 148 times',
    `{ nodes(take: 290) ${aliases(148, 'effectiveConfig{key}')} }`,
  ],
  [
    'the configuration of each of a few nodes, 148 times',
    `{ nodes(take: 15) ${aliases(148, 'effectiveConfig{key}')} }`,
  ],
  ['the configuration of many nodes, 25 times', aliases(25, 'nodes(take:200){effectiveConfig{key}}')],
])('invariant 12: a query for %s keeps no other organization waiting and is refused', async (_what, query) => {
  const { answer, longestMs, mostMiB } = await askBeside(query);
  expect(codeOf(answer)).toBe('invalid_input');
  expect(longestMs).toBeLessThan(maxWait * unitOfWorkMs());
  expect(mostMiB).toBeLessThan(maxGrowthMiB);
});

test.each([
  [
    'everything of 500 nodes',
    '{ nodes(take: 500) { id name network executor { name status } resources { cpuCores memoryMiB diskGiB } status { phase since reason endpoint { host } } metrics { height headers peersInbound } } }',
  ],
  [
    'the most events',
    '{ events(filter: { take: 500 }) { nodes { id at level kind message executorName nodeName data } pageInfo { endCursor } } }',
  ],
  ['the configuration of 20 nodes', '{ nodes(take: 20) { effectiveConfig { key value origin note } } }'],
])('a query for %s is answered, and keeps no other organization waiting', async (_what, query) => {
  const { answer, longestMs } = await askBeside(query);
  expect(answer.errors).toBeUndefined();
  expect(longestMs).toBeLessThan(maxWait * unitOfWorkMs());
});
