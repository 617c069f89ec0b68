import { expect, test } from 'vitest';
import { type RuleColumns, stepIncident } from '../../../../src/control-plane/alerts/incidents/plan-changes.ts';
import type { Judgement } from '../../../../src/control-plane/alerts/incidents/rules/facts.ts';
import { thresholdsOf } from '../../../../src/control-plane/tables/notifications.ts';
import { ago, now } from '../../../harness/facts.ts';

const subject = { type: 'executor', id: 'host', organizationId: 'example', name: 'host-1', executorId: null } as const;
const condition = { message: 'host-1 is offline', data: {} };
const other = { ...condition, message: 'other' };
const facts = { code: 'executor_offline', subject, thresholds: thresholdsOf(), now, afterGap: false } as const;
const step = (present: RuleColumns | undefined, judgement: Judgement, more: Partial<typeof facts> | object = {}) =>
  stepIncident({ ...facts, present, judgement, ...more });

const begun = step(undefined, condition) as RuleColumns;
const pending = (seconds: number): RuleColumns => ({ ...begun, startedAt: ago(seconds), updatedAt: ago(seconds) });
const open = (change: Partial<RuleColumns> = {}): RuleColumns => ({ ...pending(9000), status: 'open', ...change });
const clearing = (seconds: number) => open({ clearSince: ago(seconds) });

// An executor that is offline shows after 120 s, and its incident closes after 60 s.
test.each<[what: string, present: RuleColumns | undefined, judgement: Judgement, expected: object | 'drop' | null]>([
  ['a condition begins', undefined, condition, { status: 'pending', startedAt: now, severity: 'critical' }],
  ['a condition has not lasted long enough', pending(119), condition, null],
  ['a condition has lasted long enough', pending(120), condition, { status: 'open', openedAt: now, updatedAt: now }],
  ['a condition is gone before it showed', pending(119), null, 'drop'],
  ['nothing is known of a condition before it showed', pending(119), 'unknown', 'drop'],
  ['there is nothing and nothing is wrong', undefined, null, null],
  ['an open incident’s condition holds', open(), condition, null],
  ['an open incident’s figures changed', open(), other, { status: 'open', message: 'other', updatedAt: now }],
  ['an open incident’s figures changed just now', open({ updatedAt: ago(30) }), other, null],
  ['an open incident’s condition is gone', open(), null, { status: 'open', clearSince: now }],
  ['the condition has not been gone long enough', clearing(59), null, null],
  ['the condition has been gone long enough', clearing(60), null, { status: 'closed', closedAt: now, updatedAt: now }],
  ['the condition is back before its incident closed', clearing(59), condition, { status: 'open', clearSince: null }],
  ['nothing is known of an open incident', open(), 'unknown', null],
  ['nothing is known any more while an incident is to close', clearing(59), 'unknown', { clearSince: null }],
])('%s', (_what, present, judgement, expected) => {
  const next = step(present, judgement);
  if (expected === null || expected === 'drop') expect(next).toBe(expected);
  else expect(next).toMatchObject(expected);
});

test('after a gap in which nobody looked, waits begin again', () => {
  expect(step(pending(9000), condition, { afterGap: true })).toMatchObject({ status: 'pending', startedAt: now });
  expect(step(clearing(9000), null, { afterGap: true })).toMatchObject({ status: 'open', clearSince: now });
});

test('a rule without a delay opens and closes at once', () => {
  const code = { code: 'key_ends_soon' };
  expect(step(undefined, condition, code)).toMatchObject({ status: 'open', openedAt: now });
  expect(step(open(), null, code)).toMatchObject({ status: 'closed' });
});
