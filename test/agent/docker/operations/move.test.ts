import { expect, test } from 'vitest';
import { move, needlessCopy } from '../../../../src/agent/docker/operations/move.ts';
import type { OperationInput } from '../../../../src/agent/docker/operations/operation.ts';
import { planNode } from '../../../../src/agent/docker/plan.ts';
import { type MoveRecord, newNodeRecord, type OperationRecords } from '../../../../src/agent/runtime/node-record.ts';
import { container, desired, observed, operation, planInput } from '../../../fixtures/node.ts';

const asked = operation('move', { from: 'default', to: 'ssd' });
const volume = (dataRoot: string) => ({ dataRoot, directory: `/srv/${dataRoot}/n1`, path: `/srv/${dataRoot}/n1` });
const seen = (dataRoot: string, ...others: string[]) => ({ dataRoot, volumes: [dataRoot, ...others].map(volume) });
const at = (stage: MoveRecord['stage'], id = 'move-1'): OperationRecords => ({
  move: { id, from: 'default', to: 'ssd', stage, reason: null, startedAt: null },
});
const seeding: OperationRecords = { seed: { id: 's1', from: 'n0', stage: 'copied', reason: null, startedAt: null } };
const suspension = { code: 'disk_full_stopped', reason: 'its disk is nearly full', since: '2026' } as const;
const running = container('running');
const exited = container('exited');
const onCopy = container('running', { dataRoot: 'ssd' });

interface Input extends Partial<Pick<OperationInput, 'main' | 'isCurrent'>> {
  desired?: object;
  seen?: object;
  operations?: OperationRecords;
  suspension?: typeof suspension;
}

const planOf = ({ desired: wish = asked, seen: data = seen('default'), operations = {}, ...input }: Input) =>
  move.plan?.({
    ...{ main: running, isCurrent: true, ...input },
    ...{ desired: desired(wish), observed: observed(data) },
    record: { ...newNodeRecord(0), suspension: input.suspension ?? null, operations },
  }) ?? null;

test.each<[what: string, Input, expected: string[] | null]>([
  ['none is asked for', { desired: {} }, null],
  ['one is asked for of a node without data', { seen: { dataRoot: 'default', volumes: [] } }, null],
  ['its data is still being copied from another node', { operations: seeding }, null],
  ['another one is asked for after it', { operations: at('succeeded', 'm0') }, ['begin-move']],
  [
    'the daemon is paused',
    { operations: at('copying'), main: container('paused') },
    ['unpause-container', 'stop-container'],
  ],
  ['the copy is compared, and the container is on the old one', { operations: at('switched'), isCurrent: false }, null],
  ['the container on the copy is down', { operations: at('switched'), main: exited }, null],
  ['it has answered', { operations: at('answered'), main: onCopy }, ['remove-copy']],
  ['it goes back from the copy', { operations: at('returning'), main: onCopy, isCurrent: false }, null],
  ['it goes back, and the daemon is down', { operations: at('returning'), main: exited }, null],
  ['it is back and may not run', { operations: at('returning'), suspension, main: exited }, ['remove-copy']],
])('when %s', (_what, input, expected) => {
  expect(planOf(input)?.steps.map(({ kind }) => kind) ?? null).toEqual(expected);
});

test('removes the old copy once the daemon answers, and the new one on giving up', () => {
  const removed = (stage: MoveRecord['stage']) =>
    planOf({ seen: seen('ssd', 'default'), operations: at(stage) })?.steps[0];
  expect(removed('answered')).toMatchObject({ kind: 'remove-copy', dataRoot: 'default' });
  expect(removed('returning')).toMatchObject({ kind: 'remove-copy', dataRoot: 'ssd' });
});

test('an agent that lost its store goes on from what it finds', () => {
  const begun = (data: object) => planOf({ main: onCopy, seen: data })?.steps[0];
  expect(begun(seen('default', 'ssd'))).toMatchObject({ stage: 'copying', move: { from: 'default', to: 'ssd' } });
  expect(begun(seen('ssd', 'default'))).toMatchObject({ stage: 'switched', move: { from: 'default', to: 'ssd' } });
  expect(begun(seen('ssd'))).toMatchObject({ stage: 'succeeded' });
});

test('moves a node that waits for disk space, and deletes all copies with a node', () => {
  const kindsOf = (input: Parameters<typeof planInput>[0]) => planNode(planInput(input)).steps.map(({ kind }) => kind);
  const record = { ...newNodeRecord(0), volumeMade: true, suspension };
  expect(kindsOf({ desired: desired(asked), record, containers: [exited] })).toEqual(['begin-move']);
  const both = observed({ data: 'absent', volumes: [volume('ssd')] });
  expect(kindsOf({ desired: desired({ desiredState: 'deleted' }), observed: both })).toEqual(['remove-data']);
});

test('invariant 2: starts nothing while it is unclear which of two copies is newer', () => {
  const rivals = ['default', 'ssd'];
  const plan = planNode(planInput({ observed: observed({ rivals, volumes: rivals.map(volume) }) }));
  expect(plan).toEqual({ steps: [], blocked: expect.stringContaining('several data roots (default, ssd)') });
});

test.each<[MoveRecord['stage'], string | null]>([
  ['copying', 'ssd'],
  ['copied', 'ssd'],
  ['switched', null],
  ['answered', 'default'],
  ['returning', 'ssd'],
])('a node deleted with its data kept while its move is %s loses the copy in %s', (stage, dataRoot) => {
  const step = needlessCopy({ operations: at(stage) }, 'it is deleted');
  expect(step === null ? null : 'dataRoot' in step && step.dataRoot).toBe(dataRoot);
});
