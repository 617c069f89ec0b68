import { expect, test } from 'vitest';
import { judgeCanaries } from '../../../src/control-plane/rollouts/judge-canaries.ts';
import type { MemberVerdict } from '../../../src/control-plane/rollouts/judge-member.ts';

const at = (time: string) => new Date(`2026-03-01T${time}:00Z`);
const canary = (nodeName: string, backAt: Date, verdict: MemberVerdict = { kind: 'back' }) => ({
  ...{ member: { nodeName }, backAt, verdict },
});
const judge = (now: Date, ...canaries: ReturnType<typeof canary>[]) =>
  judgeCanaries({ soakSeconds: 3600, canaries, now });

const waits: MemberVerdict = { kind: 'wait', code: 'behind', message: '3 blocks behind, and 0 before its change' };
const fails: MemberVerdict = { kind: 'failed', reason: 'cannot read its data' };

test.each<[string, ReturnType<typeof judge>, object]>([
  [
    'passes once the last canary has soaked',
    judge(at('13:30'), canary('a', at('12:00')), canary('b', at('12:30'))),
    { kind: 'pass' },
  ],
  [
    'waits for the last canary',
    judge(at('13:29'), canary('b', at('12:30')), canary('a', at('12:00'))),
    { kind: 'wait', message: 'the canary b soaks until 2026-03-01 13:30 UTC' },
  ],
  [
    'waits for a canary that stands worse, also after the soak time',
    judge(at('18:00'), canary('a', at('12:00')), canary('b', at('12:30'), waits)),
    { kind: 'wait', message: 'the canary b: 3 blocks behind, and 0 before its change' },
  ],
  [
    'fails with a canary that fails, whatever the rest does',
    judge(at('12:40'), canary('a', at('12:00'), waits), canary('b', at('12:30'), fails)),
    { kind: 'failed', failed: [{ member: { nodeName: 'b' }, reason: 'cannot read its data' }] },
  ],
  [
    'lets the time of a canary run that was stopped by a person',
    judge(at('12:10'), canary('a', at('12:00'), { kind: 'left', reason: 'It was stopped.' })),
    { kind: 'wait', message: 'the canary a soaks until 2026-03-01 13:00 UTC' },
  ],
  ['passes without canaries that were changed', judge(at('12:00')), { kind: 'pass' }],
])('judgeCanaries › %s', (_title, verdict, expected) => {
  expect(verdict).toEqual(expected);
});
