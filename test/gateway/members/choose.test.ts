import { expect, test } from 'vitest';
import { type Candidate, chooseMember } from '../../../src/gateway/members/choose.ts';
import type { Block } from '../../../src/gateway/members/tip-judge.ts';
import type { MemberCode } from '../../../src/gateway/report.ts';

const tip = (work: number): Block => ({
  ...{ hash: '', height: work, work: work.toString(16).padStart(64, '0'), branch: 'followed' },
  ...{ position: work, root: 'genesis', recentWork: 2016n },
});
const member = (
  work: number,
  facts: { code?: MemberCode; inFlight?: number; queued?: number; isFull?: boolean } = {},
): Candidate => ({
  usability: { code: facts.code ?? 'used', reason: '' },
  tip: tip(work),
  slots: { inFlight: facts.inFlight ?? 0, queued: facts.queued ?? 0, isFull: facts.isFull ?? false },
});
const choose = (
  members: readonly Candidate[],
  wish: { floor?: number; tried?: readonly Candidate[]; preferred?: Candidate; turn?: number } = {},
) =>
  chooseMember(members, {
    ...{ floor: wish.floor === undefined ? null : tip(wish.floor).work, tried: new Set(wish.tried ?? []) },
    ...{ preferred: wish.preferred ?? null, turn: wish.turn ?? 0 },
  });

test('chooses the member with the most work', () => {
  const [a, b] = [member(9), member(10, { inFlight: 5 })];
  expect(choose([a, b])).toEqual({ member: b });
});

test('chooses the member with the fewest calls among equal ones', () => {
  const [a, b] = [member(10, { inFlight: 2 }), member(10, { inFlight: 1 })];
  expect(choose([a, b])).toEqual({ member: b });
});

test('counts the calls that wait for a member as well', () => {
  const [a, b] = [member(10, { inFlight: 2, queued: 3 }), member(10, { inFlight: 3 })];
  expect(choose([a, b])).toEqual({ member: b });
});

test('takes turns among idle members', () => {
  const [a, b] = [member(10), member(10)];
  expect([0, 1, 2].map((turn) => choose([a, b], { turn }))).toEqual([{ member: a }, { member: b }, { member: a }]);
});

test('stays with the member of the connection', () => {
  const [a, b] = [member(10, { inFlight: 9 }), member(11)];
  expect(choose([a, b], { preferred: a, floor: 10 })).toEqual({ member: a });
});

test('leaves the member of the connection when it has less work than was seen', () => {
  const [a, b] = [member(9), member(11)];
  expect(choose([a, b], { preferred: a, floor: 10 })).toEqual({ member: b });
});

test('waits when no member has the work that the connection has seen', () => {
  expect(choose([member(9), member(9)], { floor: 10 })).toEqual({ wait: 'catch_up' });
});

test('waits for a member that was not asked yet', () => {
  expect(choose([member(9, { code: 'starting' }), member(9, { code: 'unreachable' })])).toEqual({ wait: 'start' });
});

test('does not try a member twice', () => {
  const [a, b] = [member(10), member(10)];
  expect(choose([a, b], { tried: [a] })).toEqual({ member: b });
});

test('passes over a member whose queue is full', () => {
  const [a, b] = [member(10, { isFull: true }), member(10, { inFlight: 9 })];
  expect(choose([a, b])).toEqual({ member: b });
});

test('refuses when the queues of all members are full', () => {
  expect(choose([member(10, { isFull: true })])).toMatchObject({ fault: { code: -32005 } });
});

test('refuses with the code of a starting daemon when no member is usable', () => {
  expect(choose([member(10, { code: 'syncing' }), member(10, { code: 'syncing' })])).toMatchObject({
    fault: { code: -28, message: 'No member of this endpoint can answer (2 syncing). Try again later.' },
  });
});

test('refuses with an error of its own in an even split', () => {
  expect(choose([member(10, { code: 'undecided_split' })])).toMatchObject({ fault: { code: -32002 } });
});
