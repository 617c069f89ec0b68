import { expect, test } from 'vitest';
import type { AlertCode } from '../../../../src/contract/types.generated.ts';
import type { Judgement } from '../../../../src/control-plane/alerts/incidents/rules/facts.ts';
import { type Present, stepIncident } from '../../../../src/control-plane/alerts/incidents/step-incident.ts';
import { thresholdsOf } from '../../../../src/control-plane/tables/notifications.ts';
import { ago, now } from '../../../harness/facts.ts';

const condition = { message: 'host-1 is offline', data: {} };
const pending = (seconds: number): Present => ({
  status: 'pending',
  startedAt: ago(seconds),
  updatedAt: ago(seconds),
  clearSince: null,
  message: condition.message,
});
const open = (change: Partial<Present> = {}): Present => ({ ...pending(9000), status: 'open', ...change });
const step = (
  present: Present | undefined,
  judgement: Judgement,
  more: { code?: AlertCode; afterGap?: boolean } = {},
) =>
  stepIncident({
    code: 'executor_offline',
    present,
    judgement,
    thresholds: thresholdsOf(),
    now,
    afterGap: false,
    ...more,
  })?.kind ?? null;

// An executor that is offline shows after 120 s, and its incident closes after 60 s.
test.each<[what: string, expected: string | null, present: Present | undefined, judgement: Judgement]>([
  ['a condition begins', 'begin', undefined, condition],
  ['a condition has not lasted long enough', null, pending(119), condition],
  ['a condition has lasted long enough', 'open', pending(120), condition],
  ['a condition is gone before it showed', 'drop', pending(119), null],
  ['nothing is known of a condition before it showed', 'drop', pending(119), 'unknown'],
  ['there is nothing and nothing is wrong', null, undefined, null],
  ['there is nothing and nothing is known', null, undefined, 'unknown'],
  ['an open incident’s condition holds', null, open(), condition],
  ['an open incident’s figures changed', 'update', open(), { ...condition, message: 'other' }],
  [
    'an open incident’s figures changed just now',
    null,
    open({ updatedAt: ago(30) }),
    { ...condition, message: 'other' },
  ],
  ['an open incident’s condition is gone', 'clear', open(), null],
  ['the condition has not been gone long enough', null, open({ clearSince: ago(59) }), null],
  ['the condition has been gone long enough', 'close', open({ clearSince: ago(60) }), null],
  ['the condition is back before its incident closed', 'update', open({ clearSince: ago(59) }), condition],
  ['nothing is known of an open incident', null, open(), 'unknown'],
  ['nothing is known any more while an incident is to close', 'restart', open({ clearSince: ago(59) }), 'unknown'],
])('%s: %s', (_what, expected, present, judgement) => {
  expect(step(present, judgement)).toBe(expected);
});

test('after a gap in which nobody looked, waits begin again', () => {
  expect(step(pending(9000), condition, { afterGap: true })).toBe('restart');
  expect(step(open({ clearSince: ago(9000) }), null, { afterGap: true })).toBe('clear');
});

test('a condition that comes and goes faster than its delay opens nothing', () => {
  let present: Present | undefined;
  for (let second = 0; second < 3600; second += 10) {
    const judgement = second % 100 < 90 ? condition : null;
    const kind = step(present === undefined ? undefined : { ...present, startedAt: ago(second % 100) }, judgement);
    expect(kind).not.toBe('open');
    present = kind === 'begin' ? pending(0) : kind === 'drop' ? undefined : present;
  }
});

test('a rule without a delay opens and closes at once', () => {
  const began = stepIncident({
    code: 'key_ends_soon',
    present: undefined,
    judgement: condition,
    thresholds: thresholdsOf(),
    now,
    afterGap: false,
  });
  expect(began).toMatchObject({ kind: 'begin', opens: true });
  expect(step(open(), null, { code: 'key_ends_soon' })).toBe('close');
});
