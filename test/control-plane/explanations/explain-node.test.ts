import { afterAll, beforeAll, expect, test } from 'vitest';
import { whileDown } from '../../harness/database.ts';
import { EventStream } from '../../harness/event-stream.ts';
import { TestExecutor } from '../../harness/executor.ts';
import { codeOf, type Inhabited, startInhabited } from '../../harness/inhabited.ts';
import { type Replica, startReplica } from '../../harness/replica.ts';
import { until } from '../../harness/until.ts';

let inhabited: Inhabited;
let replica: Replica;

beforeAll(async () => {
  inhabited = await startInhabited({});
  replica = await startReplica(inhabited.controlPlane);
});
afterAll(async () => {
  await replica?.close();
  await inhabited?.controlPlane.destroy();
});

const explain = (id: string, key?: string) =>
  replica.call(
    'query($id: ID!) { explainNode(id: $id) { desired observed steps { action why } waitingFor isCurrent staleReason explainedAt } }',
    { id },
    key,
  );
const report = (input: object[], key = inhabited.executorKey) =>
  inhabited.controlPlane.call(
    'mutation($input: [NodeExplanationInput!]!) { reportNodeExplanations(input: $input) }',
    { input },
    key,
  );
const explanation = (nodeId: string, observed = ['it runs']) => ({
  nodeId,
  desired: ['running'],
  observed,
  steps: [{ action: 'start it', why: 'it is desired' }],
  waitingFor: 'the engine',
});
const announce = (features: string[]) => inhabited.host.sync({ features });
/** The ids that a heartbeat is asked to explain. */
async function requested(): Promise<string[]> {
  const answer = await inhabited.controlPlane.call(
    'mutation($input: SyncExecutorInput!) { syncExecutor(input: $input) { explainRequests } }',
    JSON.parse(inhabited.host.syncBody({ features: ['explain'] })).variables,
    inhabited.executorKey,
  );
  return answer.data.syncExecutor.explainRequests;
}

test('an agent explains no node of another executor', async () => {
  const id = await inhabited.newNode({ name: 'not-theirs' });
  await announce(['explain']);
  await explain(id);
  await report([explanation(id)]);
  const otherKey = await inhabited.controlPlane.key('executor', 'other');
  await new TestExecutor(inhabited.controlPlane, otherKey, 'host-2').sync();
  await report([explanation(id, ['a lie'])], otherKey);
  await announce([]);
  expect((await explain(id)).data.explainNode.observed).toEqual(['it runs']);
});

test('an agent that listens to one replica explains a node to a person who asks another one', async () => {
  const id = await inhabited.newNode({ name: 'asked' });
  await announce(['explain']);
  const nudges = await EventStream.open(
    inhabited.controlPlane.url,
    inhabited.executorKey,
    `subscription { executorNudges(name: "${inhabited.host.name}") { at } }`,
  );
  const asked = explain(id);
  await nudges.message('a nudge', ({ data }) => data.executorNudges !== null);
  nudges.leave();
  expect(await requested()).toEqual([id]);
  await report([explanation(id)]);
  const { explainNode } = (await asked).data;
  expect(explainNode).toEqual({
    desired: ['running'],
    observed: ['it runs'],
    steps: [{ action: 'start it', why: 'it is desired' }],
    waitingFor: 'the engine',
    isCurrent: true,
    staleReason: null,
    explainedAt: expect.any(String),
  });
  expect(await requested()).toEqual([]);
});

test('many who ask at once ask the agent once, and all get its answer', async () => {
  const id = await inhabited.newNode({ name: 'popular' });
  await announce(['explain']);
  const asked = [explain(id), explain(id), explain(id)];
  await until('the agent is asked', async () => (await requested()).length > 0);
  await report([explanation(id)]);
  const answers = await Promise.all(asked);
  expect(answers.map(({ data }) => data.explainNode.isCurrent)).toEqual([true, true, true]);
});

test('an agent that does not answer gives the last answer, and why it is not current', async () => {
  const id = await inhabited.newNode({ name: 'silent' });
  await announce(['explain']);
  const unknown = await explain(id);
  expect(codeOf(unknown)).toBe('executor_not_answering');
  const asked = explain(id);
  await until('the agent is asked', async () => (await requested()).includes(id));
  await report([explanation(id)]);
  await asked;
  const stale = await until('the answer is too old to serve again', async () => {
    const { explainNode } = (await explain(id)).data;
    return !explainNode.isCurrent && explainNode;
  });
  expect(stale.observed).toEqual(['it runs']);
  expect(stale.staleReason).toMatch(/did not answer within 2 s/);
});

test('an agent of a former version is not asked', async () => {
  const id = await inhabited.newNode({ name: 'of-old' });
  await announce([]);
  const answer = await explain(id);
  expect(codeOf(answer)).toBe('agent_outdated');
  expect(answer.errors?.[0]?.message).toMatch(/version 1\.0\.0.*satrap agent explain/);
});

test('an explanation that nobody asked for, of another organization or too large is not taken', async () => {
  const id = await inhabited.newNode({ name: 'unasked' });
  await announce(['explain']);
  await report([explanation(id, ['unasked'])]);
  const asked = explain(id);
  await until('the agent is asked', async () => (await requested()).includes(id));
  await report([explanation(id, ['forged'])], inhabited.stranger.executorKey);
  expect(codeOf(await report([explanation(id, ['x'.repeat(2001)])]))).toBe('invalid_input');
  await report([explanation(id, ['its own'])]);
  expect((await asked).data.explainNode.observed).toEqual(['its own']);
});

test('a node of another organization is not there', async () => {
  const id = await inhabited.newNode({ name: 'hidden' });
  expect(await explain(id, inhabited.stranger.personalKey)).toMatchObject({ data: { explainNode: null } });
  expect((await explain('no-id')).data).toEqual({ explainNode: null });
});

test('an executor that is offline gives the last answer at once', async () => {
  const id = await inhabited.newNode({ name: 'lost' });
  await announce(['explain']);
  const asked = explain(id);
  await until('the agent is asked', async () => (await requested()).includes(id));
  await report([explanation(id)]);
  await asked;
  const never = await inhabited.newNode({ name: 'never-explained' });
  await whileDown(inhabited.controlPlane, async (database) => {
    const { executor } = await import('../../../src/control-plane/executors/table.ts');
    await database.update(executor).set({ online: false });
  });
  const { explainNode } = (await explain(id)).data;
  expect(explainNode).toMatchObject({ observed: ['it runs'], isCurrent: false });
  expect(explainNode.staleReason).toMatch(/is offline since/);
  expect(codeOf(await explain(never))).toBe('executor_offline');
});
