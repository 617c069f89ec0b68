import { expect, test } from 'vitest';
import { planGroups } from '../../../../src/control-plane/rollouts/engine/plan-groups.ts';

type State = 'waiting' | 'busy' | 'done' | 'failed';
type Member = { groupNumber: number; state: State };

/** Such as `done busy | waiting`: groups are separated by a bar. */
const membersOf = (text: string): Member[] =>
  text.split('|').flatMap((group, index) =>
    group
      .trim()
      .split(' ')
      .map((state) => ({ groupNumber: index + 1, state: state as State })),
  );

const plan = (text: string, state: Parameters<typeof planGroups>[0] = 'running', startsBesideOthers = true) => {
  const step = planGroups<Member>(state, membersOf(text), {
    isDone: (member) => member.state === 'done',
    isFailed: (member) => member.state === 'failed',
    isUnderWay: (member) => member.state === 'busy',
    startsBesideOthers,
  });
  return step.kind === 'ask' ? `ask ${step.group.length} of ${step.group[0]?.groupNumber}` : step.kind;
};

test.each([
  ['waiting | waiting', 'ask 1 of 1'],
  ['busy | waiting', 'wait'],
  ['done | waiting', 'ask 1 of 2'],
  ['done | failed | waiting', 'stop'],
  ['done done | busy waiting', 'ask 1 of 2'],
  ['busy failed', 'stop'],
  ['done | done', 'finish'],
])('%s: %s', (members, step) => {
  expect(plan(members)).toBe(step);
});

test('members of a group start together or not at all where a rollout says so', () => {
  expect(plan('busy waiting', 'running', false)).toBe('wait');
  expect(plan('waiting waiting', 'running', false)).toBe('ask 2 of 1');
});

test('a paused rollout starts nobody, and still stops and finishes', () => {
  expect(plan('waiting', 'paused')).toBe('wait');
  expect(plan('failed', 'paused')).toBe('stop');
  expect(plan('done', 'paused')).toBe('finish');
});

test.each(['stopped', 'finished', 'cancelled'] as const)('a rollout that is %s does nothing', (state) => {
  expect(plan('done waiting', state)).toBe('wait');
});
