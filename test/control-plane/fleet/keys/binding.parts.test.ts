import { afterAll, beforeAll, expect, test } from 'vitest';
import { apikey } from '../../../../src/control-plane/tables/accounts.ts';
import { whileDown } from '../../../harness/database.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { codeOf, type Inhabited, startInhabited } from '../../../harness/inhabited.ts';
import { sample as sampleData } from '../../../harness/sample.ts';

const openLogs = 'mutation($id: ID!) { openNodeLogSession(where: { id: $id }, tail: 5) { id } }';
const readLogs = 'query($id: ID!) { nodeLogSession(where: { id: $id }) { status lines } }';
const usages = `{ apiKeys(where: { purpose: executor }) { name usage { executorName since executor { id } apiKey { name } } }
  executors { name apiKeyUsages { apiKey { name } executorName lastUsedAt } } }`;

let inhabited: Inhabited;
let second: TestExecutor;
let secondKey: string;
beforeAll(async () => {
  inhabited = await startInhabited();
  secondKey = await inhabited.controlPlane.key('executor', 'host 2');
  second = new TestExecutor(inhabited.controlPlane, secondKey, 'host-2');
  await second.sync();
});
afterAll(() => inhabited?.controlPlane.destroy());

test('the first heartbeat with a key binds it, and a second host that uses it learns what to do', async () => {
  const { controlPlane, executorKey } = inhabited;
  const other = new TestExecutor(controlPlane, executorKey, 'host-3');
  const answer = await other.sync();
  expect(codeOf(answer)).toBe('executor_key_bound');
  expect(answer.errors?.[0]?.message).toMatch(/belongs to the executor host-1, so host-3 cannot use it; .*agent join/);
  const { executors } = await controlPlane.ask('{ executors(orderBy: [{ name: asc }]) { name } }');
  expect(executors).toEqual([{ name: 'host-1' }, { name: 'host-2' }]);
});

test('two hosts that use a new key at the same moment: one gets it, and nothing of the other is registered', async () => {
  const { controlPlane } = inhabited;
  const key = await controlPlane.key('executor', 'contested');
  const answers = await Promise.all(['left', 'right'].map((name) => new TestExecutor(controlPlane, key, name).sync()));
  expect(answers.map(codeOf).toSorted()).toEqual(['executor_key_bound', undefined]);
  const { executors } = await controlPlane.ask(
    '{ executors(where: { OR: [{ name: { equals: "left" } }, { name: { equals: "right" } }] }) { name } }',
  );
  expect(executors).toHaveLength(1);
});

test('a refused first heartbeat binds nothing', async () => {
  const { controlPlane } = inhabited;
  const key = await controlPlane.key('executor', 'renamed');
  expect(codeOf(await new TestExecutor(controlPlane, key, 'host-1').sync())).toBe('executor_name_in_use');
  expect((await new TestExecutor(controlPlane, key, 'renamed').sync()).errors).toBeUndefined();
});

test('a key that was made for an executor is of no use to another', async () => {
  const { controlPlane } = inhabited;
  const { createApiKey } = await controlPlane.ask(
    'mutation($input: ApiKeyCreateInput!) { createApiKey(input: $input) { secret apiKey { usage { executorName executor { id } } } } }',
    { input: { purpose: 'executor', name: 'for one', executorName: 'planned' } },
  );
  expect(createApiKey.apiKey.usage).toEqual({ executorName: 'planned', executor: null });
  const use = (name: string) => new TestExecutor(controlPlane, createApiKey.secret, name).sync();
  expect(codeOf(await use('unplanned'))).toBe('executor_key_bound');
  expect((await use('planned')).errors).toBeUndefined();
});

test.each([
  [{ purpose: 'personal', name: 'x', executorName: 'host' }, 'executorName'],
  [{ purpose: 'executor', name: 'x', executorName: 'no name!' }, 'executorName'],
  [{ purpose: 'personal', name: 'x', expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
  [{ purpose: 'personal', name: 'x', expiresAt: '2090-01-01T00:00:00Z' }, 'expiresAt'],
  [{ purpose: 'personal', name: '' }, 'name'],
])('a key cannot be made from %j', async (input, field) => {
  const answer = await inhabited.controlPlane.call(
    'mutation($input: ApiKeyCreateInput!) { createApiKey(input: $input) { secret } }',
    { input },
  );
  expect(codeOf(answer)).toBe('invalid_input');
  expect(answer.errors?.[0]?.extensions?.issues?.[0]?.path).toEqual(['input', field]);
});

test('an executor can report neither events nor samples of another, and its own are stored all the same', async () => {
  const { newNode, controlPlane } = inhabited;
  const id = await newNode({ name: 'watched' });
  const sample = second.event({ kind: 'node.sample', nodeId: id, data: sampleData(123_456) });
  const forged = second.event({ executorName: 'host-1', kind: 'test.forged' });
  const own = second.event({ kind: 'test.own' });
  const answer = await second.report([sample, forged, own]);
  expect(answer.data.reportRuntimeEvents).toEqual({
    accepted: 1,
    rejected: [
      { id: sample.id, reason: 'the node is not on host-2' },
      { id: forged.id, reason: 'this API key belongs to the executor host-2, which cannot report for others' },
    ],
  });
  const { node, events } = await controlPlane.ask(
    'query($id: ID!) { node(where: { id: $id }) { metrics { height } } events { nodes { kind } } }',
    { id },
  );
  expect(node.metrics).toBeNull();
  const kinds = events.nodes.map(({ kind }: { kind: string }) => kind);
  expect(kinds).toContain('test.own');
  expect(kinds).not.toContain('test.forged');
});

test('a key that no executor has used yet can report nothing', async () => {
  const { controlPlane } = inhabited;
  const unused = await TestExecutor.withKey(controlPlane, 'host-1');
  const answer = await unused.report([unused.event()]);
  expect(codeOf(answer)).toBe('Forbidden');
  expect(answer.errors?.[0]?.message).toContain('send a heartbeat first');
});

test('a log session is answered once, and only by its own executor', async () => {
  const { controlPlane, host, newNode, executorKey } = inhabited;
  const id = await newNode({ name: 'logged' });
  const sessionId = (await controlPlane.ask(openLogs, { id })).openNodeLogSession.id;
  const answer = (key: string, line: string) => host.answer(sessionId, { result: [line] }, key);
  expect(codeOf(await answer(secondKey, 'forged'))).toBe('Forbidden');
  expect((await answer(executorKey, 'true')).data.answerAgentRequest.isTaken).toBe(true);
  expect(codeOf(await answer(executorKey, 'again'))).toBe('Forbidden');
  const { nodeLogSession } = await controlPlane.ask(readLogs, { id: sessionId });
  expect(nodeLogSession).toEqual({ status: 'ready', lines: ['true'] });
});

test('an executor hears no nudges of another', async () => {
  const { controlPlane } = inhabited;
  const response = await fetch(controlPlane.url, {
    method: 'POST',
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      authorization: `Bearer ${secondKey}`,
    },
    body: JSON.stringify({ query: 'subscription { executorNudges(name: "host-1") { at } }' }),
  });
  expect(await response.text()).toContain('executor_key_bound');
});

test('people see which executor uses which key', async () => {
  const { apiKeys, executors } = await inhabited.controlPlane.ask(usages);
  const key = apiKeys.find(({ name }: { name: string }) => name === 'host 2');
  expect(key.usage).toMatchObject({
    executorName: 'host-2',
    apiKey: { name: 'host 2' },
    executor: { id: expect.any(String) },
  });
  const host = executors.find(({ name }: { name: string }) => name === 'host-2');
  expect(host.apiKeyUsages).toMatchObject([{ executorName: 'host-2', apiKey: { name: 'host 2' } }]);
});

test('a key that several executors shared is bound to the first that uses it after the upgrade', async () => {
  const { controlPlane, executorKey, host } = inhabited;
  await whileDown(controlPlane, (database) => database.update(apikey).set({ executorName: null, boundAt: null }));
  const other = new TestExecutor(controlPlane, executorKey, 'shared-2');
  expect((await host.sync()).errors).toBeUndefined();
  expect(codeOf(await other.sync())).toBe('executor_key_bound');
});
