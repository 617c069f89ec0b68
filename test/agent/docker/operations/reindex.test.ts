import { describe, expect, test } from 'vitest';
import { type PlanInput, planNode } from '../../../../src/agent/docker/plan.ts';
import { newNodeRecord, type ReindexRecord } from '../../../../src/agent/runtime/node-record.ts';
import { container, desired, operation, planInput } from '../../../fixtures/node.ts';

const params = { chainstateOnly: false, height: 5 };
const asked = operation('reindex', params);
const begun = operation('reindex', params, { hasStarted: true });
const recorded = (stage: ReindexRecord['stage'], id = 'reindex-1') => ({
  ...newNodeRecord(0),
  operations: { reindex: { id, stage, attempts: 1, startedAt: null, reason: null } },
});
const held = { restartsItself: false };
const kindsOf = (input: PlanInput) => planNode(input).steps.map(({ kind }) => kind);

describe('a reindex that is asked for', () => {
  test.each<[string, PlanInput, string[]]>([
    [
      'stops the daemon first',
      planInput({ desired: desired(asked), containers: [container('running')] }),
      ['stop-container'],
    ],
    [
      'starts a daemon that is down with the option',
      planInput({ desired: desired(asked), containers: [container('exited')] }),
      ['start-reindex'],
    ],
    [
      'starts again with the option where an agent was killed before the start',
      planInput({ desired: desired(asked), containers: [container('exited', held)] }),
      ['start-reindex'],
    ],
    [
      'waits for a daemon that was started with the option',
      planInput({
        desired: desired(asked),
        record: recorded('starting'),
        containers: [container('running', held)],
      }),
      ['settle-reindex'],
    ],
    [
      'finds out what became of a daemon that ended after it was started with the option',
      planInput({
        desired: desired(asked),
        record: recorded('starting'),
        containers: [container('exited', held)],
      }),
      ['settle-reindex'],
    ],
    [
      'finds out the same after the loss of the agent’s store',
      planInput({ desired: desired(asked), containers: [container('running', held)] }),
      ['settle-reindex'],
    ],
    [
      'starts a daemon again with the option that ended before it began',
      planInput({
        desired: desired(asked),
        record: recorded('again'),
        containers: [container('exited')],
      }),
      ['start-reindex'],
    ],
    [
      'starts a daemon plainly that has begun',
      planInput({
        desired: desired(asked),
        record: recorded('running'),
        containers: [container('exited')],
      }),
      ['start-container'],
    ],
    [
      'starts a daemon plainly that has begun by the control plane’s account, after the loss of the agent’s store',
      planInput({ desired: desired(begun), containers: [container('exited')] }),
      ['start-container'],
    ],
    [
      'is never done twice',
      planInput({ desired: desired(asked), record: recorded('succeeded'), containers: [container('running')] }),
      [],
    ],
    [
      'is never done again once it failed',
      planInput({
        desired: desired(asked),
        record: recorded('failed'),
        containers: [container('running')],
      }),
      [],
    ],
    [
      'is done although another one was done before',
      planInput({
        desired: desired(asked),
        record: recorded('succeeded', 'r0'),
        containers: [container('exited')],
      }),
      ['start-reindex'],
    ],
    [
      'lets the engine start the daemon by itself again where it was taken back',
      planInput({ containers: [container('exited', held)] }),
      ['settle-reindex'],
    ],
    [
      'is settled before the daemon is stopped',
      planInput({
        desired: desired({ desiredState: 'stopped', ...asked }),
        record: recorded('starting'),
        containers: [container('running', held)],
      }),
      ['settle-reindex'],
    ],
    [
      'waits for a node that is stopped',
      planInput({ desired: desired({ desiredState: 'stopped', ...asked }), containers: [container('exited')] }),
      [],
    ],
  ])('%s', (_behaviour, input, expected) => {
    expect(kindsOf(input)).toEqual(expected);
  });

  test('counts the starts with the option', () => {
    const first = planInput({ desired: desired(asked), containers: [container('exited')] });
    expect(planNode(first).steps[0]).toMatchObject({ attempt: 1, act: { id: 'reindex-1', kind: 'reindex' } });
    expect(planNode({ ...first, record: recorded('again') }).steps[0]).toMatchObject({ attempt: 2 });
  });
});
