import { beforeAll, describe, expect, test } from 'vitest';
import { TestExecutor } from '../../../harness/executor.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { TestNodes } from '../../../harness/nodes.ts';
import type { ParsedJson } from '../../../harness/parsed-json.ts';
import { sample } from '../../../harness/sample.ts';
import { sharedInhabited } from '../../../harness/shared-control-plane.ts';

const inhabited = sharedInhabited();
const { controlPlane, host, stranger, newNode } = inhabited;
const count = 7;
const ids: string[] = [];

const resources = (cpuCores: number) => ({ cpuCores, memoryMiB: 256, diskGiB: 1 });

beforeAll(async () => {
  for (let number = 2; number <= count; number++)
    await (await TestExecutor.withKey(controlPlane, `host-${number}`)).sync();
  for (let number = 0; number < count; number++)
    ids.push(await newNode({ name: `node-${(number * 3) % count}`, resources: resources(0.1 * (1 + (number % 3))) }));
  // Only some have a height; two have the same.
  const samples = [5, 7, 7].map((height, index) =>
    host.event({ kind: 'node.sample', nodeId: ids[index], message: '', data: sample(height) }),
  );
  expect((await host.report(samples)).data.reportRuntimeEvents.accepted).toBe(samples.length);
});

const document = (list: string, type: string) => `query($orderBy: [${type}OrderByInput!], $take: Int, $cursor: String) {
  list: ${list}Connection(orderBy: $orderBy, take: $take, cursor: $cursor) {
    edges { cursor node { id } } nodes { id name } pageInfo { startCursor endCursor hasNextPage hasPreviousPage } } }`;
const lists = { nodes: document('nodes', 'Node'), executors: document('executors', 'Executor') };
type List = keyof typeof lists;

const read = async (list: List, variables: object): Promise<ParsedJson> =>
  (await controlPlane.ask(lists[list], variables)).list;

/** The whole list, in pages of two. */
async function paged(list: List, orderBy: object[]): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: ParsedJson = await read(list, { orderBy, take: 2, cursor });
    found.push(...page.nodes.map(({ id }: { id: string }) => id));
    if (!page.pageInfo.hasNextPage) return found;
    cursor = page.pageInfo.endCursor;
  }
}

async function whole(list: List, type: string, orderBy: object[]): Promise<string[]> {
  const query = `query($orderBy: [${type}OrderByInput!]) { list: ${list}(orderBy: $orderBy, take: 500) { id } }`;
  return (await controlPlane.ask(query, { orderBy })).list.map(({ id }: { id: string }) => id);
}

const ofNodes = [
  'name',
  'network',
  'clientVersion',
  'id',
  'executorName',
  'nodeType',
  'desiredState',
  'phase',
  'health',
];
const ofBoth = ['id', 'name', 'createdAt'];
const orders: [List, string, object[]][] = (['asc', 'desc'] as const).flatMap((sort) => [
  ...[...ofNodes, 'cpuCores', 'memoryMiB', 'diskGiB', 'revision', 'createdAt', 'updatedAt'].map(
    (field): [List, string, object[]] => ['nodes', 'Node', [{ [field]: sort }]],
  ),
  ...(['first', 'last'] as const).map((nulls): [List, string, object[]] => [
    'nodes',
    'Node',
    [{ height: { sort, nulls } }],
  ]),
  ['nodes', 'Node', [{ height: { sort } }]],
  ['nodes', 'Node', [{ cpuCores: sort }, { height: { sort: 'desc' } }, { name: 'desc' }]],
  ...[...ofBoth, 'version', 'channel', 'status', 'lastSeenAt'].map((field): [List, string, object[]] => [
    'executors',
    'Executor',
    [{ [field]: sort }],
  ]),
]);

test.each(orders)('pages of %s (%s) by %j hold the whole list in its order', async (list, type, orderBy) => {
  const all = await whole(list, type, orderBy);
  expect(all).toHaveLength(count);
  expect(await paged(list, orderBy)).toEqual(all);
});

test('a page has edges, and says whether others come before and after it', async () => {
  const first = await read('nodes', { take: 3 });
  expect(first.nodes.map(({ name }: { name: string }) => name)).toEqual(['node-0', 'node-1', 'node-2']);
  expect(first.edges.map(({ node }: ParsedJson) => node.id)).toEqual(first.nodes.map(({ id }: ParsedJson) => id));
  const [startCursor, , endCursor] = first.edges.map(({ cursor }: ParsedJson) => cursor);
  expect(first.pageInfo).toEqual({ startCursor, endCursor, hasNextPage: true, hasPreviousPage: false });
  const last = await read('nodes', { take: 4, cursor: endCursor });
  expect(last.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
});

test('a filter applies to each page', async () => {
  const query = `query($cursor: String) { list: nodesConnection(where: { name: { in: ["node-1", "node-3", "node-5"] } }, take: 2, cursor: $cursor) {
    nodes { name } pageInfo { endCursor hasNextPage } } }`;
  const first = (await controlPlane.ask(query)).list;
  const second = (await controlPlane.ask(query, { cursor: first.pageInfo.endCursor })).list;
  expect([...first.nodes, ...second.nodes].map(({ name }: ParsedJson) => name)).toEqual(['node-1', 'node-3', 'node-5']);
});

describe('a cursor', () => {
  const cursorOf = async (list: List, orderBy: object[] | null = null): Promise<string> =>
    (await read(list, { orderBy, take: 1 })).pageInfo.endCursor;

  test.each<[string, () => Promise<string>]>([
    ['of another list', () => cursorOf('executors')],
    ['of another order', () => cursorOf('nodes', [{ name: 'desc' }])],
    ['of other nulls', () => cursorOf('nodes', [{ height: { sort: 'asc', nulls: 'first' } }])],
    ['that is garbled', async () => `${(await cursorOf('nodes')).slice(0, -1)}.`],
    ['that is empty', async () => ''],
    ['that is an id', async () => ids[0] ?? ''],
  ])('%s is refused with its path', async (_what, cursor) => {
    const answer = await controlPlane.call(lists.nodes, { cursor: await cursor() });
    expect(codeOf(answer)).toBe('invalid_input');
    const message = 'must be a cursor of this list in the same order (orderBy)';
    expect(answer.errors?.[0]?.extensions?.issues).toEqual([{ path: ['cursor'], message }]);
  });

  test('of another organization is refused', async () => {
    const cursor = await cursorOf('nodes');
    expect(codeOf(await controlPlane.call(lists.nodes, { cursor }, stranger.personalKey))).toBe('invalid_input');
  });

  test('shows no name of the entry', async () => {
    const bytes = Buffer.from(await cursorOf('nodes'), 'base64url');
    expect(bytes.includes('node-')).toBe(false);
  });
});

// The last ones, as they change the list.
test('nodes created or deleted between two pages repeat and skip no others', async () => {
  const first = await read('nodes', { take: 3 });
  await newNode({ name: 'node-00', resources: resources(0.1) });
  const deleted = [first.nodes[0].id, first.nodes[2].id];
  for (const id of deleted) await new TestNodes(controlPlane, inhabited.executorId).delete(id);
  const since = new Date().toISOString();
  await host.sync({ nodes: deleted.map((id) => ({ id, phase: 'deleted', since })) });
  const second = await read('nodes', { take: 3, cursor: first.pageInfo.endCursor });
  expect(second.nodes.map(({ name }: { name: string }) => name)).toEqual(['node-3', 'node-4', 'node-5']);
});
