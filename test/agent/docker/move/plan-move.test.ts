import { expect, test } from 'vitest';
import { type MovePlanInput, needlessCopy, planMove } from '../../../../src/agent/docker/move/plan-move.ts';
import { planNode } from '../../../../src/agent/docker/plan.ts';
import type { MoveUnderWay } from '../../../../src/agent/runtime/node-record.ts';
import { newNodeRecord } from '../../../../src/agent/runtime/node-record.ts';
import { container, desired, observed, planInput } from '../../../fixtures/node.ts';

const asked = { move: { id: 'm1', to: 'ssd' } };
const volume = (dataRoot: string) => ({ dataRoot, directory: `/srv/${dataRoot}/n1`, path: `/srv/${dataRoot}/n1` });
const seen = (dataRoot: string, ...others: string[]) => ({
  dataRoot,
  volumes: [dataRoot, ...others].map(volume),
});
const at = (state: MoveUnderWay['state']) => ({
  suspension: null,
  move: { id: 'm1', from: 'default', to: 'ssd', state, reason: null } as MoveUnderWay,
});
const suspension = { code: 'disk_full_stopped', reason: 'its disk is nearly full', since: '2026' } as const;
const running = container('running');
const exited = container('exited');
const onCopy = container('running', { dataRoot: 'ssd' });

type Input = Partial<Omit<MovePlanInput, 'record'> & { record: Partial<MovePlanInput['record']> }>;

const kindsOf = ({ record, ...input }: Input): string[] | null => {
  const plan = planMove({
    ...{ main: running, desired: asked, observed: seen('default'), isCurrent: true },
    ...input,
    record: { suspension: null, ...record },
  });
  return plan === null ? null : plan.steps.map(({ kind }) => kind);
};

test.each<[what: string, Input, expected: string[] | null]>([
  ['none is asked for', { desired: { move: null } }, null],
  ['one is asked for', {}, ['begin-move']],
  ['one is asked for of a node without data', { observed: { dataRoot: 'default', volumes: [] } }, null],
  ['its data is still being copied from another node', { record: { seed: { from: 'n0', state: 'copied' } } }, null],
  ['it has failed before', { record: { move: { ...at('copying').move, state: 'failed' } } }, null],
  [
    'another one is asked for after it',
    { record: { move: { ...at('copying').move, id: 'm0', state: 'done' } } },
    ['begin-move'],
  ],
  ['the daemon still runs', { record: at('copying') }, ['stop-container']],
  [
    'the daemon is paused',
    { record: at('copying'), main: container('paused') },
    ['unpause-container', 'stop-container'],
  ],
  ['the daemon is down', { record: at('copying'), main: exited }, ['copy-root']],
  ['somebody removed the container', { record: at('copying'), main: undefined }, ['copy-root']],
  ['the copy is made', { record: at('copied'), main: exited }, ['verify-root']],
  ['the copy is compared, and the container is on the old one', { record: at('switched'), isCurrent: false }, null],
  ['the container on the copy is down', { record: at('switched'), main: exited }, null],
  ['the daemon runs on the copy', { record: at('switched'), main: onCopy }, ['prove-root']],
  ['it has answered', { record: at('answered'), main: onCopy }, ['remove-copy']],
  ['it goes back, and the container is on the copy', { record: at('returning'), main: onCopy, isCurrent: false }, null],
  ['it goes back, and the daemon is down', { record: at('returning'), main: exited }, null],
  ['it is back', { record: at('returning') }, ['remove-copy']],
  ['it is back and may not run', { record: { ...at('returning'), suspension }, main: exited }, ['remove-copy']],
])('when %s', (_what, input, expected) => {
  expect(kindsOf(input)).toEqual(expected);
});

test('the old copy goes when the daemon has answered, and the new one when it is given up', () => {
  const removed = (state: MoveUnderWay['state']) =>
    planMove({ main: running, desired: asked, observed: seen('ssd', 'default'), record: at(state), isCurrent: true })
      ?.steps[0];
  expect(removed('answered')).toMatchObject({ kind: 'remove-copy', dataRoot: 'default' });
  expect(removed('returning')).toMatchObject({ kind: 'remove-copy', dataRoot: 'ssd' });
});

test('an agent that lost its store goes on from what it finds', () => {
  const begun = (observation: MovePlanInput['observed']) =>
    planMove({ main: onCopy, desired: asked, observed: observation, record: newNodeRecord(0), isCurrent: true })
      ?.steps[0];
  expect(begun(seen('default', 'ssd'))).toMatchObject({ state: 'copying', move: { from: 'default', to: 'ssd' } });
  expect(begun(seen('ssd', 'default'))).toMatchObject({ state: 'switched', move: { from: 'default', to: 'ssd' } });
  expect(begun(seen('ssd'))).toMatchObject({ state: 'done' });
});

test('a node that waits for room on its disk is moved to another one', () => {
  const record = { ...newNodeRecord(0), volumeMade: true, suspension };
  const plan = planNode(planInput({ desired: desired(asked), record, containers: [exited] }));
  expect(plan.steps.map(({ kind }) => kind)).toEqual(['begin-move']);
});

test('invariant 2: nothing is started while nothing says which of two copies was used last', () => {
  const rivals = ['default', 'ssd'];
  const plan = planNode(planInput({ observed: observed({ rivals, volumes: rivals.map(volume) }) }));
  expect(plan).toEqual({ steps: [], blocked: expect.stringContaining('several data roots (default, ssd)') });
});

test.each<[MoveUnderWay['state'], string | null]>([
  ['copying', 'ssd'],
  ['copied', 'ssd'],
  ['switched', null],
  ['answered', 'default'],
  ['returning', 'ssd'],
])('of a node that is deleted with its data kept while its move is %s, the copy in %s goes', (state, dataRoot) => {
  const step = needlessCopy(at(state), 'it is deleted');
  expect(step === null ? null : 'dataRoot' in step && step.dataRoot).toBe(dataRoot);
});

test('all copies of a node that is deleted with its data are removed', () => {
  const deleted = desired({ desiredState: 'deleted' });
  const both = observed({ data: 'absent', volumes: [volume('ssd')] });
  expect(planNode(planInput({ desired: deleted, observed: both })).steps.map(({ kind }) => kind)).toEqual([
    'remove-data',
  ]);
});
