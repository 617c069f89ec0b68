import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { executor } from '../../../../src/control-plane/tables/executors.ts';
import { sharedDatabase, sharedInhabited } from '../../../harness/shared-control-plane.ts';

const { controlPlane, host, newNode } = sharedInhabited();
const database = sharedDatabase(controlPlane);

describe('the problems of a node', () => {
  const ids: Record<string, string> = {};
  const since = '2026-01-01T00:00:00.000Z';
  const problem = (code: string) => ({ code, reason: `about ${code}`, since });

  // a has no peers, b a problem from a later version, c is behind the others, d is healthy, e was never reported.
  beforeAll(async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) ids[name] = await newNode({ name });
    const reported = { phase: 'syncing', since };
    await host.sync({
      nodes: [
        { ...reported, id: ids['a'], problems: [problem('no_peers'), problem('clock_off')] },
        { ...reported, id: ids['b'], problems: [problem('of_the_future')] },
        { ...reported, phase: 'running', id: ids['c'], problems: [] },
        { ...reported, phase: 'running', id: ids['d'] },
      ],
    });
    await database.execute(sql`
      INSERT INTO alert_incident (organization_id, code, severity, status, message, data, subject_type, subject_id, subject_name,
        started_at, opened_at, updated_at)
      SELECT ${controlPlane.made.organizationId}, code, 'warning', status, 'It is behind.', '{}', 'node', ${ids['c']}, 'c', now(), now(), now()
      FROM (VALUES ('behind_network', 'open'), ('tip_stale', 'open')) AS found (code, status)`);
  });
  afterAll(async () => {
    await database.execute(sql`DELETE FROM node`);
    await database.execute(sql`DELETE FROM alert_incident`);
    await host.sync();
  });

  const document = `query($where: NodeWhereInput) { nodes(where: $where) { name problems { code reason advice since } } }`;

  async function codes(where: object = {}): Promise<Record<string, string[]>> {
    const { nodes } = await controlPlane.ask(document, { where });
    return Object.fromEntries(
      nodes.map(({ name, problems }: { name: string; problems: { code: string }[] }) => [
        name,
        problems.map(({ code }) => code),
      ]),
    );
  }

  test('a node shows what its agent tells of it, and what its siblings do', async () => {
    expect(await codes()).toEqual({ a: ['no_peers', 'clock_off'], b: ['other'], c: ['behind_network'], d: [], e: [] });
    const { nodes } = await controlPlane.ask(document, { where: { name: { in: ['a', 'c'] } } });
    expect(nodes[0].problems[0]).toMatchObject({
      ...{ reason: 'about no_peers', since },
      advice: expect.stringMatching(/^Check that the host reaches/),
    });
    expect(nodes[1].problems[0]).toMatchObject({ reason: 'It is behind.' });
  });

  test.each<[object, string]>([
    [{ problem: 'no_peers' }, 'a'],
    [{ problem: 'tip_stale' }, ''],
    [{ problem: 'other' }, 'b'],
    [{ problem: 'behind_network' }, 'c'],
    [{ hasProblems: true }, 'a b c'],
    [{ hasProblems: false }, 'd e'],
    [{ NOT: [{ problem: 'clock_off' }] }, 'b c d e'],
  ])('nodes are found by %j', async (where, names) => {
    expect(Object.keys(await codes(where)).join(' ')).toBe(names);
  });

  test('a node that is behind its siblings does not run, whatever its daemon says: it is shown, found, counted and ordered so', async () => {
    const { nodes, nodeCounts } = await controlPlane.ask(
      '{ nodes(orderBy: [{ phase: desc }]) { name status { phase reason } } nodeCounts { byPhase { phase nodes } } }',
    );
    expect(nodes.map(({ name, status }: { name: string; status: { phase: string } }) => [name, status.phase])).toEqual([
      ...[
        ['a', 'syncing'],
        ['b', 'syncing'],
        ['c', 'syncing'],
        ['d', 'running'],
        ['e', 'pending'],
      ],
    ]);
    expect(nodes[2].status.reason).toBe('It is behind.');
    expect(Object.keys(await codes({ phase: 'running' })).join(' ')).toBe('d');
    expect(Object.keys(await codes({ phases: { in: ['syncing'] } })).join(' ')).toBe('a b c');
    expect(nodeCounts.byPhase).toContainEqual({ phase: 'syncing', nodes: 3 });
  });

  test('what an offline executor said last is no problem of now', async () => {
    await database.update(executor).set({ online: false });
    expect(await codes()).toEqual({ a: [], b: [], c: [], d: [], e: [] });
    expect(await codes({ hasProblems: true })).toEqual({});
  });
});
