import { expect, test } from 'vitest';
import type { ContainerStatus } from '../../../../src/agent/docker/engine/observed-container.ts';
import { rehearse } from '../../../../src/agent/docker/operations/rehearse.ts';
import { planNode } from '../../../../src/agent/docker/plan.ts';
import { endedRehearsal } from '../../../../src/agent/node/operations/rehearse.ts';
import { type NodeRecord, newNodeRecord, type RehearsalRecord } from '../../../../src/agent/runtime/node-record.ts';
import { container, desired, observed, operation, planInput } from '../../../fixtures/node.ts';

const requested = operation('rehearse', { from: '28.1', clientVersion: '29.0' });
const at = (stage: RehearsalRecord['stage'], change: Partial<RehearsalRecord> = {}): RehearsalRecord => ({
  ...{ id: 'rehearse-1', stage, reason: null, startedAt: null, report: {} },
  ...change,
});

interface Input {
  wish?: object;
  status?: ContainerStatus;
  rehearsal?: RehearsalRecord;
  record?: Partial<NodeRecord>;
}

const inputOf = ({ wish = requested, status = 'running', rehearsal, record }: Input) => ({
  ...{ main: container(status), desired: desired(wish), observed: observed(), isCurrent: true },
  record: { ...newNodeRecord(0), ...record, operations: { rehearse: rehearsal } },
});
const nextStep = (input: Input) => rehearse.planContainer?.(inputOf(input))?.steps[0]?.kind ?? null;
const firstStep = (input: Input) => rehearse.planFirst?.(inputOf(input))?.steps[0] ?? null;

test.each<[what: string, Input, expected: string | null]>([
  ['none is requested', { wish: {} }, null],
  ['one is requested', {}, 'begin-rehearsal'],
  ['another one has ended', { rehearsal: at('failed', { id: 'rehearse-0' }) }, 'begin-rehearsal'],
  ['the host can rehearse', { rehearsal: at('copying') }, 'copy-for-rehearsal'],
  ['the data is copied', { rehearsal: at('copied') }, 'rehearse-version'],
  ['it has ended', { rehearsal: at('succeeded') }, null],
  ['the daemon is frozen', { rehearsal: at('copying'), status: 'paused' }, null],
  ['the daemon is down', { status: 'exited' }, null],
  ['a restart is due', { record: { restart: { settled: 0, pending: { counter: 1, was: null } } } }, null],
])('when %s', (_what, input, expected) => {
  expect(nextStep(input)).toBe(expected);
});

const suspension = { code: 'disk_full_stopped', reason: 'its disk is nearly full', since: '2026' } as const;

test.each<[what: string, Input, why: string]>([
  ['the verdict is known', { rehearsal: at('judged') }, 'the verdict is known'],
  ['it is cancelled', { rehearsal: at('copied'), wish: {} }, 'the rehearsal is no longer requested'],
  [
    'the node is stopped',
    { rehearsal: at('copied'), wish: { ...requested, desiredState: 'stopped' } },
    'the node was stopped',
  ],
  ['the disk is nearly full', { rehearsal: at('copied'), record: { suspension } }, 'its disk is nearly full'],
])('the copy is removed once %s', (_what, input, why) => {
  expect(firstStep(input)).toEqual({ kind: 'end-rehearsal', id: 'rehearse-1', why });
});

test('a daemon that a killed agent left frozen is unpaused before everything else', () => {
  const frozen = { rehearsal: at('copying'), status: 'paused', wish: {} } as const;
  expect(firstStep(frozen)).toMatchObject({ kind: 'unpause-container', containerId: 'c1' });
});

test('nothing is removed while a rehearsal continues, or after its end', () => {
  expect(firstStep({ rehearsal: at('copied') })).toBeNull();
  expect(firstStep({ rehearsal: at('succeeded'), wish: {} })).toBeNull();
});

test('a deletion removes the copy before the data', () => {
  const record = { ...newNodeRecord(0), operations: { rehearse: at('copied') } };
  const input = planInput({ desired: desired({ desiredState: 'deleted' }), record });
  expect(planNode(input).steps.map(({ kind }) => kind)).toEqual(['end-rehearsal']);
});

test('a rehearsal without a verdict ends as not possible, with the reason', () => {
  expect(endedRehearsal(at('copied'), 'the node was stopped')).toMatchObject({
    ...{ stage: 'failed', reason: 'the node was stopped' },
    result: { rehearse: { verdict: 'not_possible' } },
  });
});

test('a verdict is kept with what was measured', () => {
  const report = { verdict: 'refused' as const, startSeconds: 2 };
  expect(endedRehearsal(at('judged', { report, reason: 'it exited' }), 'the verdict is known')).toMatchObject({
    ...{ stage: 'failed', reason: 'it exited' },
    result: { rehearse: { verdict: 'refused', startSeconds: 2, indexes: [] } },
  });
});
