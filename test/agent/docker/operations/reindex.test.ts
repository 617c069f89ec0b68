import { expect, test } from 'vitest';
import type { ContainerStatus } from '../../../../src/agent/docker/engine/observed-container.ts';
import { type PlanInput, planNode } from '../../../../src/agent/docker/plan.ts';
import { newNodeRecord, type ReindexRecord } from '../../../../src/agent/runtime/node-record.ts';
import { container, desired, operation, planInput } from '../../../fixtures/node.ts';

const params = { chainstateOnly: false, height: 5 };
const asked = operation('reindex', params);
const begun = operation('reindex', params, { hasStarted: true });
const stopped = { desiredState: 'stopped' as const, ...asked };
const recorded = (stage: ReindexRecord['stage'], id = 'reindex-1') => ({
  record: {
    ...newNodeRecord(0),
    operations: { reindex: { id, stage, attempts: 1, startedAt: null, reason: null } },
  },
});
/** A container that the engine does not restart, for a start with the option. */
const held = (status: ContainerStatus) => container(status, { restartsItself: false });
const [up, down] = [container('running'), container('exited')];

test.each<[what: string, wish: object, main: typeof up, known: Partial<PlanInput>, expected: string | null]>([
  ['starts again with it where an agent was killed before the start', asked, held('exited'), {}, 'start-reindex'],
  ['finds out what became of a daemon that ended', asked, held('exited'), recorded('starting'), 'settle-reindex'],
  ['finds out the same after the loss of the agent’s store', asked, held('running'), {}, 'settle-reindex'],
  ['starts a daemon plainly that has begun', asked, down, recorded('running'), 'start-container'],
  ['starts a daemon plainly that has begun by the control plane’s account', begun, down, {}, 'start-container'],
  ['is never done twice', asked, up, recorded('succeeded'), null],
  ['is never done again once it failed', asked, up, recorded('failed'), null],
  ['is done although another one was done before', asked, down, recorded('succeeded', 'r0'), 'start-reindex'],
  ['lets the engine restart the daemon again where it was taken back', {}, held('exited'), {}, 'settle-reindex'],
  ['is settled before the daemon is stopped', stopped, held('running'), recorded('starting'), 'settle-reindex'],
  ['waits for a node that is stopped', stopped, down, {}, null],
])('a reindex that is asked for %s', (_what, wish, main, known, expected) => {
  const { steps } = planNode(planInput({ desired: desired(wish), containers: [main], ...known }));
  expect(steps.map(({ kind }) => kind)).toEqual(expected === null ? [] : [expected]);
});

test('a reindex counts the starts with the option', () => {
  const first = planInput({ desired: desired(asked), containers: [down] });
  expect(planNode(first).steps[0]).toMatchObject({ attempt: 1, act: { id: 'reindex-1', kind: 'reindex' } });
  expect(planNode({ ...first, ...recorded('again') }).steps[0]).toMatchObject({ attempt: 2 });
});
