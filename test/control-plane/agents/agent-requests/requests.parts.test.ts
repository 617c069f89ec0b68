import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maxRpcResultBytes } from '../../../../src/contract/limits.ts';
import type { AskedRequest } from '../../../harness/executor.ts';
import { codeOf, type Inhabited, startInhabited } from '../../../harness/inhabited.ts';

let world: Inhabited;
beforeAll(async () => {
  world = await startInhabited();
});
afterAll(() => world?.controlPlane.destroy());

const open = (id: string, tail: number) =>
  world.controlPlane.call(
    'mutation($id: ID!, $tail: Int!) { openNodeLogSession(where: { id: $id }, tail: $tail) { id status } }',
    { id, tail },
  );
const call = (id: string, method = 'getblockhash', params: string[] = ['7']) =>
  world.controlPlane.call(
    'mutation($id: ID!, $method: String!, $params: [String!]!) { callNodeRpc(where: { id: $id }, method: $method, params: $params) { id status } }',
    { id, method, params },
  );
const newCall = async (name: string): Promise<string> =>
  (await call(await world.newNode({ name }))).data.callNodeRpc.id;
const sessionOf = async (id: string) => {
  const document = 'query($id: ID!) { nodeLogSession(where: { id: $id }) { status lines error } }';
  return (await world.controlPlane.ask(document, { id })).nodeLogSession;
};
const callOf = async (id: string) => {
  const document = 'query($id: ID!) { nodeRpcCall(where: { id: $id }) { method status result error } }';
  return (await world.controlPlane.ask(document, { id })).nodeRpcCall;
};
const requestsOf = async (nodeId: string): Promise<AskedRequest[]> =>
  (await world.host.requests()).filter((request) => request.nodeId === nodeId);
async function direct(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: world.controlPlane.settings.databaseUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}

test('a log session is answered by the node’s own executor', async () => {
  const nodeId = await world.newNode({ name: 'logged' });
  const { id, status } = (await open(nodeId, 3)).data.openNodeLogSession;
  expect(status).toBe('pending');
  expect(await requestsOf(nodeId)).toEqual([{ id, nodeId, kind: 'log', args: { tail: 3, since: null } }]);
  await world.host.answer(id, { result: ['one', 'two'] });
  expect(await sessionOf(id)).toEqual({ status: 'ready', lines: ['one', 'two'], error: null });
  expect(await requestsOf(nodeId)).toEqual([]);
  expect(await callOf(id)).toBeNull();
});

test('a call reaches the agent with its parameters until it is answered, once', async () => {
  const nodeId = await world.newNode({ name: 'asked' });
  const { id, status } = (await call(nodeId)).data.callNodeRpc;
  expect(status).toBe('pending');
  const args = { method: 'getblockhash', params: ['7'] };
  expect(await requestsOf(nodeId)).toEqual([{ id, nodeId, kind: 'rpc', args }]);
  expect(await callOf(id)).toEqual({ method: 'getblockhash', status: 'pending', result: null, error: null });
  const { data } = await world.host.answer(id, { result: '"00ab"' });
  expect(data.answerAgentRequest).toEqual({ isTaken: true, isOpen: false });
  expect(await callOf(id)).toEqual({ method: 'getblockhash', status: 'done', result: '"00ab"', error: null });
  expect(await requestsOf(nodeId)).toEqual([]);
  expect(codeOf(await world.host.answer(id, { result: '"forged"' }))).toBe('Forbidden');
  expect((await callOf(id)).result).toBe('"00ab"');
});

test.each([
  ['a failure', { error: 'Block height out of range' }, 'Block height out of range'],
  ['an answer that is too large', { result: JSON.stringify('x'.repeat(maxRpcResultBytes)) }, /larger than a MiB/],
  ['an answer of another kind', { result: ['a line'] }, /no answer/],
  ['nothing', {}, /no answer/],
])('%s of the agent fails the call', async (name, outcome, error) => {
  const id = await newCall(`failing-${name.replaceAll(' ', '-')}`);
  await world.host.answer(id, outcome);
  const found = await callOf(id);
  expect(found).toMatchObject({ status: 'failed', result: null });
  expect(found.error).toMatch(error);
});

test('a chunk answers no request but that of a log that is followed', async () => {
  const id = await newCall('chunked');
  const { data } = await world.host.answer(id, { chunk: { sequence: 0, lines: ['a line'] } });
  expect(data.answerAgentRequest).toEqual({ isTaken: false, isOpen: false });
  expect((await callOf(id)).status).toBe('pending');
});

test.each([0, 2001])('a log session for %d lines is refused', async (tail) => {
  const id = await world.newNode({ name: `logged-${tail}` });
  expect(codeOf(await open(id, tail))).toBe('invalid_input');
});

test.each([
  ['stop', []],
  ['dumpprivkey', ['x']],
  ['getblockhash', []],
  ['getblockhash', ['-1']],
  ['getblockheader', ['nothing']],
])('%s with %j is refused at the door, also to an owner', async (method, params) => {
  const name = `refusing-${method}-${params.length}-${params[0]?.length ?? 0}`.toLowerCase();
  const nodeId = await world.newNode({ name });
  expect(codeOf(await call(nodeId, method, params))).toBe('invalid_input');
  expect(await requestsOf(nodeId)).toEqual([]);
});

test('an agent that is offline is not asked', async () => {
  const nodeId = await world.newNode({ name: 'former' });
  await direct('UPDATE executor SET online = false');
  expect([await call(nodeId), await open(nodeId, 1)].map(codeOf)).toEqual(Array(2).fill('executor_offline'));
  await world.host.sync();
});

describe('limits', () => {
  test.each<[string, (nodeId: string) => ReturnType<typeof call>]>([
    ['log sessions', (nodeId) => open(nodeId, 1)],
    ['calls', (nodeId) => call(nodeId)],
  ])('at most 20 %s of a node wait for an answer, also when they are opened at once', async (what, ask) => {
    const name = `much-asked-${what.replace(' ', '-')}`;
    const nodeId = await world.newNode({ name });
    const answers = await Promise.all(Array.from({ length: 25 }, () => ask(nodeId)));
    expect(answers.map(codeOf).toSorted()).toEqual([...Array(5).fill('limit_reached'), ...Array(20).fill(undefined)]);
    expect((await ask(await world.newNode({ name: `${name}-not` }))).errors).toBeUndefined();
    const [first] = await requestsOf(nodeId);
    await world.host.answer(first?.id ?? '', { error: 'no' });
    expect((await ask(nodeId)).errors).toBeUndefined();
  });

  test('a call that nobody answered for a minute has failed, and is forgotten after ten', async () => {
    await direct('DELETE FROM agent_request');
    const nodeId = await world.newNode({ name: 'busy' });
    const { id } = (await call(nodeId)).data.callNodeRpc;
    await direct("UPDATE agent_request SET awaited_until = awaited_until - interval '61 seconds'");
    expect(await requestsOf(nodeId)).toEqual([]);
    expect(await callOf(id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('did not answer in time'),
    });
    expect((await call(nodeId)).data.callNodeRpc.status).toBe('pending');
    await direct("UPDATE agent_request SET expires_at = expires_at - interval '11 minutes'");
    expect(await callOf(id)).toBeNull();
  });

  test('fifty calls of an executor wait at most, also when several nodes are asked at once', async () => {
    await direct('DELETE FROM agent_request');
    const asked = await world.newNode({ name: 'asked-often' });
    const names = ['one', 'two', 'three', 'four', 'five', 'six'].map((name) => `at-once-${name}`);
    const nodes = await Promise.all(names.map((name) => world.newNode({ name })));
    await direct(`INSERT INTO agent_request (organization_id, node_id, executor_id, kind, args, awaited_until, expires_at)
      SELECT organization_id, id, executor_id, 'rpc', '{ "method": "uptime", "params": [] }', now() + interval '1 hour', 'infinity'
      FROM node, generate_series(1, 49) WHERE id = '${asked}'`);
    const answers = await Promise.all(nodes.map((nodeId) => call(nodeId)));
    expect(answers.map(codeOf).toSorted()).toEqual([...Array(5).fill('limit_reached'), undefined]);
    expect((await open(asked, 1)).errors).toBeUndefined();
  });
});
