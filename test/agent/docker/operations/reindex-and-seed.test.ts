import { expect, test } from 'vitest';
import type { ContainerStatus, ObservedContainer } from '../../../../src/agent/docker/engine/observed-container.ts';
import type { SeedObservation } from '../../../../src/agent/docker/observe.ts';
import { seed } from '../../../../src/agent/docker/operations/seed.ts';
import { type PlanInput, planNode } from '../../../../src/agent/docker/plan.ts';
import type { StepRun } from '../../../../src/agent/docker/step-kind.ts';
import { applyStep } from '../../../../src/agent/docker/steps.ts';
import { saveNodeRecord } from '../../../../src/agent/node/record-store.ts';
import { newNodeRecord, type ReindexRecord, type SeedRecord } from '../../../../src/agent/runtime/node-record.ts';
import { container, desired, observed, operation, planInput } from '../../../fixtures/node.ts';
import { testStore } from '../../test-store.ts';

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

const created = container('created');
const running = container('running');
const seen = (source: SeedObservation['source'], isComplete = false): SeedObservation => ({ source, isComplete });
const at = (stage: SeedRecord['stage']): SeedRecord => ({
  ...{ id: 'seed-1', from: 'n0', stage, reason: null, startedAt: null },
});
const failed: SeedRecord = { ...at('waiting'), reason: 'the disk is full', restartCounter: 1 };
const copying = operation('seed', { from: 'n0', name: 'zero' });

function plan(
  main: ObservedContainer,
  recorded: SeedRecord | undefined,
  seedSeen: SeedObservation | null,
  wish: object = copying,
) {
  const planned = seed.planContainer?.({
    ...{ main, isCurrent: true, desired: desired(wish), observed: observed({ seed: seedSeen }) },
    record: { ...newNodeRecord(0), operations: { seed: recorded } },
  });
  return planned == null ? 'as every node' : (planned.steps[0]?.kind ?? planned.blocked ?? planned.waitsFor);
}

test('invariant 3: plans a plain node as usual, and starts nothing on a partial copy', () => {
  expect(plan(created, undefined, null, {})).toBe('as every node');
  expect(plan(created, at('succeeded'), null, {})).toBe('as every node');
  expect(plan(created, at('copying'), null, {})).toMatch(/incomplete/);
});

const none = undefined;
const restarted = /the disk is full\. The source node is running again/;
test.each<[string, ObservedContainer, SeedRecord | undefined, SeedObservation | null, string | RegExp]>([
  ['the source is gone', created, none, seen('absent'), /is no longer on this host/],
  ['an agent that lost its store finds a complete copy', created, none, seen('down', true), 'as every node'],
  ['an agent that lost its store finds it running', running, none, null, 'as every node'],
  ['the source still runs', created, at('copying'), seen('up'), /must stop before its data/],
  ['the source went away meanwhile', created, at('copying'), seen('absent'), /is no longer on this host/],
  ['the daemon without peers has ended', container('exited'), at('verified'), null, 'start-container'],
  ['the daemon runs with peers', running, at('succeeded'), null, 'as every node'],
  ['the copy failed', created, failed, seen('up'), restarted],
])('when %s', (_what, main, recorded, observation, expected) => {
  expect(plan(main, recorded, observation)).toEqual(
    typeof expected === 'string' ? expected : expect.stringMatching(expected),
  );
});

test('a copy that failed is begun again once a restart is requested', () => {
  expect(plan(created, failed, seen('up'), { ...copying, restartCounter: 1 })).toMatch(/the disk is full/);
  expect(plan(created, failed, seen('up'), { ...copying, restartCounter: 2 })).toBe('reserve-source');
});

test('refuses to copy a node whose snapshot is not validated', async () => {
  const { database } = testStore();
  const reason = 'the daemon runs on a UTXO snapshot of height 299 and has validated the history up to height 0';
  const problems = [{ code: 'validating_snapshot' as const, reason, since: '2026-01-01T00:00:00Z' }];
  const reserve = (from: string) =>
    applyStep({ kind: 'reserve-source', operationId: 'seed-1', from, why: '' }, { database } as StepRun);
  saveNodeRecord(database, 'n0', { ...newNodeRecord(0), problems });
  saveNodeRecord(database, 'n1', newNodeRecord(0));
  await expect(reserve('n0')).rejects.toThrow('wait until the history is validated');
  await expect(reserve('n1')).resolves.toBeUndefined();
});
