import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestExpiryJob } from '../../../../src/control-plane/agents/agent-requests/limits.ts';
import { whileDown } from '../../../harness/database.ts';
import { EventStream } from '../../../harness/event-stream.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { codeOf, type Inhabited, startInhabited } from '../../../harness/inhabited.ts';
import { type Replica, startReplica } from '../../../harness/replica.ts';
import { until } from '../../../harness/until.ts';

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
const explanation = (observed = ['it runs']) => ({
  desired: ['running'],
  observed,
  steps: [{ action: 'start it', why: 'it is desired' }],
  waitingFor: 'the engine',
});
/** The request to explain a node in the next heartbeat. */
const requested = async (nodeId: string): Promise<string | undefined> =>
  (await inhabited.host.requests()).find((one) => one.kind === 'explain' && one.nodeId === nodeId)?.id;
const untilRequested = (nodeId: string) => until('the agent is asked', () => requested(nodeId));
/** Answers the next request to explain a node. */
const report = async (nodeId: string, result: object = explanation()) =>
  inhabited.host.answer(await untilRequested(nodeId), { result });

test('an explanation of another executor, of another organization or that is too large is not taken', async () => {
  const id = await inhabited.newNode({ name: 'not-theirs' });
  const asked = explain(id);
  const request = await untilRequested(id);
  const otherKey = await inhabited.controlPlane.key('executor', 'other');
  await new TestExecutor(inhabited.controlPlane, otherKey, 'host-2').sync();
  for (const key of [otherKey, inhabited.stranger.executorKey]) {
    expect(codeOf(await inhabited.host.answer(request, { result: explanation(['a lie']) }, key))).toBe('Forbidden');
  }
  await report(id, explanation(['x'.repeat(2001)]));
  expect(codeOf(await asked)).toBe('executor_not_answering');
  const again = until('the agent is asked again', async () => {
    const { data } = await explain(id);
    return data.explainNode;
  });
  await report(id, explanation(['its own']));
  expect((await again).observed).toEqual(['its own']);
});

test('an agent that listens to one replica explains a node to a person who asks another one', async () => {
  const id = await inhabited.newNode({ name: 'asked' });
  await inhabited.host.sync();
  const nudges = await EventStream.open(
    inhabited.controlPlane.url,
    inhabited.executorKey,
    `subscription { executorNudges(name: "${inhabited.host.name}") { at } }`,
  );
  const asked = explain(id);
  await nudges.message('a nudge', ({ data }) => data.executorNudges !== null);
  nudges.leave();
  await report(id);
  const { explainNode } = (await asked).data;
  expect(explainNode).toEqual({
    ...explanation(),
    isCurrent: true,
    staleReason: null,
    explainedAt: expect.any(String),
  });
  expect(await requested(id)).toBeUndefined();
});

test('many who ask at once ask the agent once, and all get its answer', async () => {
  const id = await inhabited.newNode({ name: 'popular' });
  const asked = [explain(id), explain(id), explain(id)];
  await report(id);
  const answers = await Promise.all(asked);
  expect(answers.map(({ data }) => data.explainNode.isCurrent)).toEqual([true, true, true]);
  expect(await requested(id)).toBeUndefined();
});

test('an agent that does not answer gives the last answer, and why it is not current', async () => {
  const id = await inhabited.newNode({ name: 'silent' });
  expect(codeOf(await explain(id))).toBe('executor_not_answering');
  const asked = explain(id);
  await report(id);
  await asked;
  const stale = await until('the answer is too old to serve again', async () => {
    const { explainNode } = (await explain(id)).data;
    return !explainNode.isCurrent && explainNode;
  });
  expect(stale.observed).toEqual(['it runs']);
  expect(stale.staleReason).toMatch(/did not answer within 2 s/);
});

test('a node of another organization is not there', async () => {
  const id = await inhabited.newNode({ name: 'hidden' });
  expect(await explain(id, inhabited.stranger.personalKey)).toMatchObject({ data: { explainNode: null } });
  expect((await explain('no-id')).data).toEqual({ explainNode: null });
});

test('an executor that is offline gives the last answer at once, which outlives other requests', async () => {
  const id = await inhabited.newNode({ name: 'lost' });
  const asked = explain(id);
  await report(id);
  await asked;
  const never = await inhabited.newNode({ name: 'never-explained' });
  await whileDown(inhabited.controlPlane, async (database) => {
    const { executor } = await import('../../../../src/control-plane/tables/executors.ts');
    await database.update(executor).set({ online: false });
    await requestExpiryJob(database).run(new AbortController().signal, async () => {});
  });
  const { explainNode } = (await explain(id)).data;
  expect(explainNode).toMatchObject({ observed: ['it runs'], isCurrent: false });
  expect(explainNode.staleReason).toMatch(/is offline, last seen/);
  expect(codeOf(await explain(never))).toBe('executor_offline');
});
