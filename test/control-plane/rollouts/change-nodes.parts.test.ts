import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { dataOf, type GraphqlAnswer, post } from '../../harness/graphql.ts';
import { codeOf } from '../../harness/inhabited.ts';
import { sharedClient, sharedInhabited, sharedReplica } from '../../harness/shared-control-plane.ts';
import { shared } from '../../harness/shared-part.ts';
import { isSoak } from '../../harness/soak.ts';
import { until } from '../../harness/until.ts';

const { controlPlane, newNode } = sharedInhabited();
const replica = sharedReplica(controlPlane);
const killable = shared(
  () => controlPlane.startBeside(),
  (started) => started.destroy(),
);
const client = sharedClient(() => controlPlane.settings.databaseUrl);

const result =
  '{ count results { id name outcome issues { code path message } node { revision clientVersion desiredState dataPolicy labels { key value } } } }';
const preview = `query($data: NodesChangeInput!, $where: NodeWhereInput!) {
  previewNodesChange(data: $data, where: $where) ${result} }`;
const change = `mutation($data: NodesChangeInput!, $where: NodeWhereInput!, $count: Int!) {
  changeNodes(data: $data, where: $where, expectedCount: $count) ${result} }`;
const named = (prefix: string) => ({ name: { startsWith: prefix } });
const previewOf = async (data: object, where: object) =>
  dataOf(await controlPlane.call(preview, { data, where })).previewNodesChange;
const changed = (data: object, where: object, count: number, key = randomUUID(), url = controlPlane.url) => {
  const headers = { authorization: `Bearer ${controlPlane.personalKey}`, 'idempotency-key': key };
  return post(url, headers, change, { data, where, count }) as Promise<GraphqlAnswer>;
};
const resultsOf = async (answer: Promise<GraphqlAnswer>) => dataOf(await answer).changeNodes.results;
const outcomes = (results: readonly { name: string; outcome: string }[]) =>
  Object.fromEntries(results.map(({ name, outcome }) => [name, outcome]));
const several = (names: readonly string[]) => Promise.all(names.map((name) => newNode({ name })));
const actionsOf = async (ids: readonly string[]) =>
  (await client.query('SELECT target_id, action, error_code FROM audit_action WHERE target_id = ANY($1)', [ids])).rows
    .filter(({ action }) => action !== 'createNode')
    .map(({ action, error_code: code }) => `${action} ${code ?? 'done'}`)
    .toSorted();

test('matching nodes are changed one by one, and each result is the one of the preview', async () => {
  const ids = await several(['mixed-stopped', 'mixed-deleted', 'mixed-running']);
  await controlPlane.ask(
    'mutation($a: ID!, $b: ID!) { requestNodeLifecycleAction(id: $a, action: stop) { node { id } } deleteNode(where: { id: $b }) { node { id } } }',
    { a: ids[0], b: ids[1] },
  );
  const expected = { 'mixed-deleted': 'refused', 'mixed-running': 'changed', 'mixed-stopped': 'unchanged' };
  const before = await previewOf({ action: 'stop' }, named('mixed-'));
  expect([before.count, outcomes(before.results)]).toEqual([3, expected]);
  const results = await resultsOf(changed({ action: 'stop' }, named('mixed-'), 3));
  expect(outcomes(results)).toEqual(expected);
  expect(results[0]).toMatchObject({ node: null, issues: [{ code: 'node_being_deleted', path: [] }] });
  expect(results[0].issues).toEqual(before.results[0].issues);
  expect(results[1].node).toMatchObject({ desiredState: 'stopped', revision: 2 });
  expect(await actionsOf(ids)).toEqual([
    'deleteNode done',
    ...['node_being_deleted', 'done', 'done', 'done'].map((code) => `requestNodeLifecycleAction ${code}`).toSorted(),
  ]);
});

test('a version that a host does not offer is refused in the preview and for the node', async () => {
  await several(['version-a', 'version-b']);
  const data = { clientVersion: '28.0' };
  expect(outcomes((await previewOf(data, named('version-'))).results)).toEqual({
    'version-a': 'changed',
    'version-b': 'changed',
  });
  const [one] = await resultsOf(changed(data, { name: { equals: 'version-a' } }, 1));
  expect(one).toMatchObject({ outcome: 'changed', node: { clientVersion: '28.0' } });
  expect(outcomes(await resultsOf(changed(data, named('version-'), 2)))).toEqual({
    'version-a': 'unchanged',
    'version-b': 'changed',
  });
  const unknown = { clientVersion: '1.0' };
  const [shown] = (await previewOf(unknown, named('version-'))).results;
  const [refused] = await resultsOf(changed(unknown, named('version-'), 2));
  expect(refused).toMatchObject({ outcome: 'refused', node: null });
  expect(refused.issues).toEqual(shown.issues);
});

test('sets and removes labels beside each node’s own, and a fault names its place', async () => {
  const team = { key: 'team', value: 'pay' };
  await Promise.all([newNode({ name: 'label-a', labels: [team] }), newNode({ name: 'label-b', labels: [] })]);
  const tier = { key: 'tier', value: '1' };
  const expected = { 'label-a': 'unchanged', 'label-b': 'changed' };
  const labels = { set: [team], unset: ['old'] };
  expect(outcomes((await previewOf({ labels }, named('label-'))).results)).toEqual(expected);
  expect(outcomes(await resultsOf(changed({ labels }, named('label-'), 2)))).toEqual(expected);
  const results = await resultsOf(changed({ labels: { set: [tier], unset: ['team'] } }, { labels: [team] }, 2));
  expect(results.map(({ node }: { node: object }) => node)).toMatchObject([{ labels: [tier] }, { labels: [tier] }]);
  const faulty = { labels: { set: [tier, { key: '', value: '' }] } };
  const path = ['data', 'labels', 'set', '1', 'key'];
  const all = [...(await previewOf(faulty, named('label-'))).results];
  all.push(...(await resultsOf(changed(faulty, named('label-'), 2))));
  for (const result of all) expect(result).toMatchObject({ outcome: 'refused', issues: [{ path }] });
});

describe('settings of several nodes', () => {
  const where = named('settings-');
  const shownChanges = `query($data: NodesChangeInput!, $where: NodeWhereInput!) { previewNodesChange(data: $data, where: $where) {
    results { name outcome changes { field from to } } } }`;
  beforeAll(async () => {
    const dbcache = { key: 'dbcache', value: '300' };
    await newNode({ name: 'settings-set', overrides: [dbcache, { key: 'maxconnections', value: '20' }] });
    await newNode({ name: 'settings-unset', overrides: [] });
  });

  test('are previewed with what changes of each node', async () => {
    const data = { settings: { setOverrides: [{ key: 'dbcache', value: '300' }], unsetOverrides: ['maxconnections'] } };
    const { results } = dataOf(await controlPlane.call(shownChanges, { data, where })).previewNodesChange;
    expect(results).toEqual([
      {
        ...{ name: 'settings-set', outcome: 'changed' },
        changes: [{ field: 'overrides.maxconnections', from: '20', to: null }],
      },
      {
        ...{ name: 'settings-unset', outcome: 'changed' },
        changes: [{ field: 'overrides.dbcache', from: null, to: '300' }],
      },
    ]);
  });

  test('change beside the others that each node has', async () => {
    const resources = { memoryMiB: 2048 };
    const settings = { resources, setOverrides: [{ key: 'dbcache', value: '450' }], unsetOverrides: ['absent'] };
    const results = await resultsOf(changed({ settings }, where, 2));
    expect(outcomes(results)).toEqual({ 'settings-set': 'changed', 'settings-unset': 'changed' });
    const { nodes } = await controlPlane.ask(
      '{ nodes(where: { name: { startsWith: "settings-" } }) { name overrides { key value } resources { memoryMiB } } }',
    );
    const dbcache = { key: 'dbcache', value: '450' };
    expect(nodes).toMatchObject([
      { name: 'settings-set', overrides: [{ key: 'maxconnections' }, dbcache], resources },
      { name: 'settings-unset', overrides: [dbcache], resources },
    ]);
  });

  test('that are wrong name their place in the request', async () => {
    const data = { settings: { setOverrides: [{ key: 'dbcache', value: 'much' }] } };
    const { results } = await previewOf(data, where);
    const path = ['data', 'settings', 'setOverrides', '0', 'value'];
    for (const each of results) expect(each).toMatchObject({ outcome: 'refused', issues: [{ path }] });
  });

  test.each([{}, { resources: {} }, { setOverrides: [], unsetOverrides: [] }])(
    'are refused if none changes: %j',
    async (settings) => {
      const data = { settings };
      expect(codeOf(await changed(data, where, 2))).toBe('invalid_input');
      expect(codeOf(await controlPlane.call(preview, { data, where }))).toBe('invalid_input');
    },
  );
});

test('a deletion keeps chain data, and an earlier deletion’s choice', async () => {
  const [id] = await several(['gone-removed', 'gone-kept']);
  await controlPlane.ask(
    'mutation($id: ID!) { deleteNode(where: { id: $id }, removal: { name: "gone-removed" }) { node { id } } }',
    { id },
  );
  const results = await resultsOf(changed({ action: 'delete' }, named('gone-'), 2));
  expect(outcomes(results)).toEqual({ 'gone-kept': 'changed', 'gone-removed': 'unchanged' });
  expect(results.map(({ node }: { node: { dataPolicy: string } }) => node.dataPolicy)).toEqual(['keep', 'remove']);
});

/** At once. A busy machine would need longer for 500 than a request may take. */
const crowdSize = isSoak() ? 500 : 40;

test('changes nothing if another number matches than previewed, or over 500', async () => {
  const ids = await several(['guard-a', 'guard-b']);
  for (const count of [1, 3])
    expect(codeOf(await changed({ action: 'restart' }, { id: { in: ids } }, count))).toBe('action_not_possible');
  await client.query(
    `INSERT INTO node
     SELECT (jsonb_populate_record(node, jsonb_build_object('id', gen_random_uuid(), 'name', 'crowd-' || number))).*
     FROM node, generate_series(1, 501) AS number WHERE id = $1`,
    [ids[0]],
  );
  const crowd = await controlPlane.call(preview, { data: { action: 'stop' }, where: named('crowd-') });
  expect([codeOf(crowd), crowd.errors?.[0]?.message]).toEqual([
    'limit_reached',
    expect.stringMatching(/^501 nodes match/),
  ]);
  expect(codeOf(await changed({ action: 'stop' }, named('crowd-'), 501))).toBe('limit_reached');
  await client.query(`DELETE FROM node WHERE name LIKE 'crowd-%' AND split_part(name, '-', 2)::int > ${crowdSize}`);
  const startedAt = performance.now();
  const results = await resultsOf(changed({ action: 'restart' }, named('crowd-'), crowdSize));
  console.log(`${crowdSize} nodes were restarted in ${Math.round(performance.now() - startedAt)} ms`);
  expect(Object.values(outcomes(results)).filter((outcome) => outcome === 'changed')).toHaveLength(crowdSize);
  await client.query("DELETE FROM node WHERE name LIKE 'crowd-%'");
  expect(await actionsOf(ids)).toEqual([]);
});

test('a repeat after a crash restarts the rest, and no node twice', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `crash-${String(index).padStart(2, '0')}`);
  const ids = await several(names);
  const where = { AND: [named('crash-'), { revision: { equals: 1 } }] };
  const key = randomUUID();
  const revisions = async (): Promise<number[]> =>
    (await client.query('SELECT revision FROM node WHERE id = ANY($1) ORDER BY name', [ids])).rows.map(
      ({ revision }) => revision,
    );
  // Holds up the restart of one node, and those behind it.
  await client.query('BEGIN');
  await client.query('SELECT FROM node WHERE id = $1 FOR UPDATE', [ids[6]]);
  const lost = changed({ action: 'restart' }, where, 12, key, killable.url).catch((error: unknown) => error);
  await until('some are restarted', async () => (await revisions()).includes(2));
  await killable.stop('SIGKILL');
  await client.query('ROLLBACK');
  expect(await lost).toBeInstanceOf(Error);
  expect(await revisions()).toContain(1);
  for (const url of [controlPlane.url, replica.url]) {
    const results = await resultsOf(changed({ action: 'restart' }, where, 12, key, url));
    expect(Object.keys(outcomes(results))).toEqual(names);
    expect(new Set(Object.values(outcomes(results)))).toEqual(new Set(['changed']));
  }
  expect(await revisions()).toEqual(ids.map(() => 2));
  expect(await actionsOf(ids)).toHaveLength(12);
});
