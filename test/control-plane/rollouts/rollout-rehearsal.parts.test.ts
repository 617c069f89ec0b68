import { expect, test } from 'vitest';
import { judgeRehearsal } from '../../../src/control-plane/rollouts/rehearse-member.ts';
import type { OperationRow } from '../../../src/control-plane/tables/node-operations.ts';
import { dataOf } from '../../harness/graphql.ts';
import { nodeOf } from '../../harness/nodes.ts';
import { sharedControlPlane } from '../../harness/shared-control-plane.ts';
import { SimulatedNodes } from '../../harness/simulated-nodes.ts';

const controlPlane = sharedControlPlane({ heartbeatSeconds: 60 });

const fields = `id state reason policy { rehearse } waitsFor { nodeName wait { code message } }
  members { nodeId nodeName state reason }`;
const lists = { indexes: [], ignoredOptions: [], warnings: [], notes: [] };
const end = (verdict: 'passed' | 'refused' | 'not_possible') => ({
  state: verdict === 'passed' ? 'succeeded' : 'failed',
  reason: verdict === 'passed' ? null : `it is ${verdict}`,
  result: { rehearse: { ...lists, verdict } },
});

let hosts = 0;
async function started(names: readonly string[], data: object = { clientVersion: '28.0' }, more: object = {}) {
  const host = await SimulatedNodes.start(controlPlane, `host-${hosts++}`);
  await host.create(names);
  const document = `mutation($data: NodesChangeInput!, $names: [String!]!, $count: Int!, $policy: NodeRolloutPolicyInput) {
    changeNodes(data: $data, where: { name: { in: $names } }, expectedCount: $count, policy: $policy) { rollout { ${fields} } } }`;
  const policy = { rehearse: true, ...more };
  const answer = await controlPlane.call(document, { data, names, count: names.length, policy });
  return { host, rollout: dataOf(answer).changeNodes.rollout };
}
const show = async (id: string) =>
  (await controlPlane.ask(`query($id: ID!) { nodeRollout(where: { id: $id }) { ${fields} } }`, { id })).nodeRollout;
const lastOf = async (nodeId: string) =>
  (
    await nodeOf(
      controlPlane,
      nodeId,
      'operations(take: 1) { id kind state requestedBy params { rehearse { clientVersion } } }',
    )
  ).operations[0];

/** Lets the host answer each rehearsal as `verdictOf` says, until the rollout is in a state. */
const untilState = (
  host: SimulatedNodes,
  id: string,
  state: string,
  verdictOf: (name: string) => Parameters<typeof end>[0],
) =>
  host.until(async () => {
    const shown = await show(id);
    for (const { nodeId, nodeName } of shown.members) {
      const last = await lastOf(nodeId);
      if (last?.state === 'requested')
        host.operations.set(nodeId, [{ id: last.id, cancellable: false, ...end(verdictOf(nodeName)) }]);
    }
    return shown.state === state ? shown : null;
  });

test('each node is changed only after the rehearsal of its version', async () => {
  const { host, rollout } = await started(['each-0', 'each-1']);
  expect(rollout.policy.rehearse).toBe(true);
  const waits = await host.until(async () => (await show(rollout.id)).waitsFor[0]);
  expect(waits).toEqual({
    nodeName: 'each-0',
    wait: { code: 'rehearsal', message: '28.0 is rehearsed on a copy of its data' },
  });
  const [first] = rollout.members;
  expect(await lastOf(first.nodeId)).toMatchObject({
    ...{ kind: 'rehearse', state: 'requested', params: { rehearse: { clientVersion: '28.0' } } },
    requestedBy: expect.any(String),
  });
  expect(host.restarted).toEqual([]);
  await untilState(host, rollout.id, 'finished', () => 'passed');
  expect(host.restarted).toEqual(['each-0', 'each-1']);
});

test('a version that fails stops the rollout while its node runs on, until a retry', async () => {
  const { host, rollout } = await started(['fails-0', 'fails-1']);
  const stopped = await untilState(host, rollout.id, 'stopped', () => 'refused');
  expect(stopped).toMatchObject({
    reason: 'fails-0 could not be changed: The rehearsal of 28.0 failed: it is refused.',
    members: [{ state: 'refused' }, { state: 'waiting' }],
  });
  expect(host.restarted).toEqual([]);
  const [{ nodeId }] = stopped.members;
  const { id: before } = await lastOf(nodeId);
  dataOf(
    await controlPlane.call('mutation($id: ID!) { resumeNodeRollout(where: { id: $id }) { rollout { state } } }', {
      id: rollout.id,
    }),
  );
  await untilState(host, rollout.id, 'finished', () => 'passed');
  expect((await lastOf(nodeId)).id).not.toBe(before);
  expect(host.restarted).toEqual(['fails-0', 'fails-1']);
});

test('a host that cannot rehearse changes its node without', async () => {
  const { host, rollout } = await started(['plain-0', 'plain-1']);
  await untilState(host, rollout.id, 'finished', () => 'not_possible');
  expect(host.restarted).toEqual(['plain-0', 'plain-1']);
});

test('a single node becomes a rollout for its rehearsal', async () => {
  const { host, rollout } = await started(['single-0']);
  await untilState(host, rollout.id, 'finished', () => 'passed');
  expect(host.restarted).toEqual(['single-0']);
});

test('a restart needs no rehearsal', async () => {
  const { host, rollout } = await started(['restart-0', 'restart-1'], { action: 'restart' });
  const done = await untilState(host, rollout.id, 'finished', () => 'refused');
  expect(await lastOf(done.members[0].nodeId)).toBeUndefined();
});

test.each<[what: string, Partial<OperationRow> | null, expected: object | null]>([
  ['none', null, null],
  ['one in progress', { state: 'running' }, { kind: 'wait', id: 'o1' }],
  ['one that passed', { state: 'succeeded' }, { kind: 'pass' }],
  [
    'one that was cancelled',
    { state: 'cancelled' },
    { kind: 'refuse', reason: 'The rehearsal of 28.0 was cancelled.' },
  ],
  ['one that failed without a result', { state: 'failed', reason: 'lost' }, { kind: 'refuse' }],
])('judges %s', (_what, operation, expected) => {
  const row = operation && { id: 'o1', reason: null, result: null, state: 'requested' as const, ...operation };
  const judged = judgeRehearsal(row, '28.0');
  if (expected === null) expect(judged).toBeNull();
  else expect(judged).toMatchObject(expected);
});
