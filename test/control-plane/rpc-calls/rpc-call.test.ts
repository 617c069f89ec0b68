import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxRpcResultBytes } from '../../../src/contract/limits.ts';
import { codeOf, type Inhabited, startInhabited } from '../../harness/inhabited.ts';

let world: Inhabited;
beforeAll(async () => {
  world = await startInhabited();
  await world.host.sync({ features: ['rpc-call'] });
});
afterAll(() => world?.controlPlane.destroy());

const call = (id: string, method = 'getblockhash', params: string[] = ['7'], key?: string) =>
  world.controlPlane.call(
    'mutation($id: ID!, $method: String!, $params: [String!]!) { callNodeRpc(where: { id: $id }, method: $method, params: $params) { id status } }',
    { id, method, params },
    key,
  );
const look = async (id: string) =>
  (
    await world.controlPlane.ask('query($id: ID!) { nodeRpcCall(where: { id: $id }) { method status result error } }', {
      id,
    })
  ).nodeRpcCall;
const report = (callId: string, outcome: object, key = world.executorKey) =>
  world.controlPlane.call(
    'mutation($input: NodeRpcResultInput!) { reportNodeRpcResult(input: $input) }',
    { input: { callId, ...outcome } },
    key,
  );

/** What the agent is asked for. */
async function requests(): Promise<{ callId: string; nodeId: string; method: string; params: string[] }[]> {
  const { query, variables } = JSON.parse(world.host.syncBody({ features: ['rpc-call'] }));
  const document = query.replace(/logRequests \{[^}]*\}/, 'rpcRequests { callId nodeId method params }');
  return (await world.controlPlane.call(document, variables, world.executorKey)).data.syncExecutor.rpcRequests;
}

test('a call reaches the agent with its parameters until it is answered, once', async () => {
  const nodeId = await world.newNode({ name: 'asked' });
  const { id, status } = (await call(nodeId)).data.callNodeRpc;
  expect(status).toBe('pending');
  expect(await requests()).toEqual([{ callId: id, nodeId, method: 'getblockhash', params: ['7'] }]);
  expect(await look(id)).toEqual({ method: 'getblockhash', status: 'pending', result: null, error: null });
  expect((await report(id, { result: '"00ab"' })).data.reportNodeRpcResult).toBe(true);
  expect(await look(id)).toEqual({ method: 'getblockhash', status: 'done', result: '"00ab"', error: null });
  expect(await requests()).toEqual([]);
  expect(codeOf(await report(id, { result: '"forged"' }))).toBe('Forbidden');
  expect((await look(id)).result).toBe('"00ab"');
});

test.each([
  ['a failure', { error: 'Block height out of range' }, 'Block height out of range'],
  ['an answer that is too large', { result: JSON.stringify('x'.repeat(maxRpcResultBytes)) }, /larger than a MiB/],
  ['nothing', {}, /no answer/],
])('%s of the agent fails the call', async (name, outcome, error) => {
  const nodeId = await world.newNode({ name: `failing-${name.replaceAll(' ', '-')}` });
  const { id } = (await call(nodeId)).data.callNodeRpc;
  await report(id, outcome);
  const found = await look(id);
  expect(found).toMatchObject({ status: 'failed', result: null });
  expect(found.error).toMatch(error);
});

test.each([
  ['stop', []],
  ['dumpprivkey', ['x']],
  ['getblockhash', []],
  ['getblockhash', ['-1']],
  ['getblockheader', ['nothing']],
])('%s with %j is refused at the door, also to an owner', async (method, params) => {
  const nodeId = await world.newNode({
    name: `refusing-${method}-${params.length}-${params[0]?.length ?? 0}`.toLowerCase(),
  });
  expect(codeOf(await call(nodeId, method, params))).toBe('invalid_input');
  expect(await requests()).toEqual([]);
});

test('an agent that cannot is not asked, and neither is one that is offline', async () => {
  const nodeId = await world.newNode({ name: 'former' });
  await world.host.sync();
  expect(codeOf(await call(nodeId))).toBe('agent_outdated');
  await world.host.sync({ features: ['rpc-call'] });
  await direct('UPDATE executor SET online = false');
  expect(codeOf(await call(nodeId))).toBe('executor_offline');
  await world.host.sync({ features: ['rpc-call'] });
});

test('twenty calls of a node wait at most, and one that nobody answered for a minute has failed', async () => {
  const nodeId = await world.newNode({ name: 'busy' });
  const ids: string[] = [];
  for (let index = 0; index < 20; index++) ids.push((await call(nodeId)).data.callNodeRpc.id);
  expect(codeOf(await call(nodeId))).toBe('limit_reached');
  await direct("UPDATE node_rpc_call SET created_at = now() - interval '61 seconds'");
  expect(await requests()).toEqual([]);
  expect(await look(ids[0] ?? '')).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('within a minute'),
  });
  expect((await call(nodeId)).data.callNodeRpc.status).toBe('pending');
  await direct("UPDATE node_rpc_call SET created_at = now() - interval '11 minutes'");
  expect(await look(ids[0] ?? '')).toBeNull();
});

test('fifty calls of an executor wait at most, also when several nodes are asked at once', async () => {
  await direct('DELETE FROM node_rpc_call');
  const asked = await world.newNode({ name: 'asked-often' });
  const names = ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => `at-once-${name}`);
  const nodes = await Promise.all(names.map((name) => world.newNode({ name })));
  await direct(`INSERT INTO node_rpc_call (organization_id, node_id, executor_id, method, params, status)
    SELECT node.organization_id, node.id, node.executor_id, 'getblockhash', '["7"]', 'pending'
    FROM node, generate_series(1, 49) WHERE node.id = '${asked}'`);
  const answers = await Promise.all(nodes.map((nodeId) => call(nodeId)));
  expect(answers.map(codeOf).toSorted()).toEqual([...Array(5).fill('limit_reached'), undefined]);
});

async function direct(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: world.controlPlane.settings.databaseUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}
