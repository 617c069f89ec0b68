import { expect, test } from 'vitest';
import { decideUpgrade, type UpgradeFacts } from '../../../src/agent/upgrade/decide.ts';
import type { EndedRequest } from '../../../src/agent/upgrade/journal.ts';
import { changesNothing, describeDivergences, divergences } from '../../../src/agent/upgrade/rehearse-upgrade.ts';
import type { RehearsalReport } from '../../../src/agent/upgrade/run-rehearsal.ts';
import { upgradeEvent } from '../../../src/agent/upgrade/upgrade-events.ts';
import { withLevel } from '../../../src/contract/events.ts';
import { maxEventDataBytes } from '../../../src/contract/limits.ts';
import type { DesiredUpgrade } from '../../../src/contract/types.generated.ts';
import type { UpgradeOrder } from '../../../src/upgrade/order.ts';
import type { UpgradeOutcome } from '../../../src/upgrade/outcome.ts';

const wanted = (requestId: string, targetVersion = '1.1.0'): DesiredUpgrade => ({
  ...{ requestId, targetVersion, channel: 'stable', deadline: '2026-11-01T00:30:00Z', artifact: null, image: null },
});

const order = (requestId: string): UpgradeOrder => ({
  ...{ requestId, fromVersion: '1.0.0', toVersion: '1.1.0', channel: 'stable', platform: 'linux-x64' },
  ...{ archive: '/a', sizeBytes: 1, sha256: '0'.repeat(64), signature: 's', orderedAt: '2026-11-01T00:00:00Z' },
});

const outcome = (requestId: string, state: UpgradeOutcome['state']): UpgradeOutcome => ({
  ...{ requestId, state, fromVersion: '1.0.0', toVersion: '1.1.0', updatedAt: '2026-11-01T00:01:00Z' },
  ...{ reason: null, lastWords: null },
});

const ended: EndedRequest = {
  ...{ requestId: 'a', fromVersion: '1.0.0', targetVersion: '1.1.0', at: '2026-11-01T00:01:00Z' },
  ...{ state: 'failed', reason: 'the hash is wrong' },
};

const facts: UpgradeFacts = {
  wanted: null,
  version: '1.0.0',
  order: null,
  outcome: null,
  isOutcomeReported: false,
  ended: undefined,
};

test.each<[string, Partial<UpgradeFacts>, object]>([
  ['nothing before the first answer', { wanted: undefined }, { kind: 'rest' }],
  ['nothing where nobody asks', {}, { kind: 'rest', why: 'no upgrade requested' }],
  ['nothing for the version that runs', { wanted: wanted('a', '1.0.0') }, { kind: 'rest' }],
  ['what is asked for', { wanted: wanted('a') }, { kind: 'prepare', wanted: { requestId: 'a' } }],
  [
    'no request a second time that ended',
    { wanted: wanted('a'), ended },
    { kind: 'follow', request: { requestId: 'a', state: 'failed', reason: 'the hash is wrong' } },
  ],
  [
    'a version again that failed, when it is asked for anew',
    { wanted: wanted('b'), outcome: outcome('a', 'rolled_back') },
    { kind: 'prepare', wanted: { requestId: 'b' } },
  ],
  [
    'tell that it switches as soon as that is ordered',
    { wanted: wanted('a'), order: order('a') },
    { kind: 'follow', request: { requestId: 'a', state: 'switching' } },
  ],
  [
    'tell that also before the first answer, as a new version',
    { wanted: undefined, version: '1.1.0', order: order('a') },
    { kind: 'follow', request: { requestId: 'a', state: 'switching' } },
  ],
  ['withdraw an order that nobody wants any more', { order: order('a') }, { kind: 'withdraw' }],
  ['withdraw it also for another request', { wanted: wanted('b'), order: order('a') }, { kind: 'withdraw' }],
  [
    'leave an order alone that the watcher has begun',
    { order: order('a'), outcome: outcome('a', 'switching') },
    { kind: 'follow', request: { state: 'switching' } },
  ],
  [
    'let another request wait until the watcher is done',
    { wanted: wanted('b'), order: order('a'), outcome: outcome('a', 'judging') },
    { kind: 'follow', request: { requestId: 'a', state: 'judging' } },
  ],
  [
    'leave an order alone that the watcher is about to remove',
    { order: order('a'), outcome: outcome('a', 'rolled_back') },
    { kind: 'follow', request: { state: 'rolled_back' } },
  ],
  [
    'not take the outcome of another request for that of an order',
    { wanted: wanted('b'), order: order('b'), outcome: outcome('a', 'rolled_back') },
    { kind: 'follow', request: { requestId: 'b', state: 'switching' } },
  ],
  [
    'tell how it ended, until an answer names it no more',
    { wanted: wanted('a'), outcome: outcome('a', 'committed') },
    { kind: 'follow', request: { state: 'committed' } },
  ],
  [
    'tell how it ended before the first answer',
    { wanted: undefined, outcome: outcome('a', 'failed') },
    { kind: 'follow' },
  ],
  [
    'tell once how a switch ended that no control plane asks for, as a rollback by hand',
    { outcome: outcome('rollback-1', 'committed') },
    { kind: 'follow', request: { requestId: 'rollback-1', state: 'committed' } },
  ],
  [
    'say nothing more of an end that is told',
    { outcome: outcome('a', 'failed'), isOutcomeReported: true },
    { kind: 'rest' },
  ],
])('an agent decides to do %s', (_what, change, decision) => {
  expect(decideUpgrade({ ...facts, ...change })).toMatchObject(decision);
});

test('the last words of a version that did not do are told with the reason', () => {
  const rolledBack = { ...outcome('a', 'rolled_back'), reason: 'it ended at its start', lastWords: 'no such column' };
  expect(decideUpgrade({ ...facts, outcome: rolledBack, wanted: wanted('a') })).toMatchObject({
    request: { reason: 'it ended at its start. Last output: no such column' },
  });
});

const request = { requestId: 'r'.repeat(128), fromVersion: '1.0.0', targetVersion: '1.1.0' };

test.each(['\u001b', '漢', '🟠', 'x'])(
  'the event of an upgrade is never too large to be taken, whatever a version said last, such as %j',
  (character) => {
    const { data } = upgradeEvent('rolled_back', request, character.repeat(8000));
    expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThanOrEqual(maxEventDataBytes);
    expect(String((data as { reason: string }).reason).isWellFormed()).toBe(true);
  },
);

test('what a version said last is told as it is', () => {
  expect(upgradeEvent('failed', request, 'first\nsecond').data).toMatchObject({ reason: 'first\nsecond' });
});

test.each(['rolled_back', 'failed'] as const)(
  'an upgrade that ended %s is no error of the agent: the control plane records the error',
  (step) => {
    expect(withLevel(upgradeEvent(step, request, 'it crashed')).level).toBe('info');
  },
);

test('a rollback is told with both versions and its reason', () => {
  expect(upgradeEvent('rolled_back', request, 'it crashed').message).toBe(
    'Rolled back from 1.1.0 to 1.0.0: 1.1.0 failed: it crashed',
  );
});

test('a switch by hand is told as one, with both versions', () => {
  const byHand = { ...request, requestId: 'rollback-1' };
  expect(upgradeEvent('committed', byHand, null).message).toBe('The agent was switched manually from 1.0.0 to 1.1.0.');
  expect(upgradeEvent('committed', request, null).message).toBe('Upgraded the agent to 1.1.0.');
});

const remake = { action: 'remove the container', why: 'its configuration differs' };
const stop = { action: 'stop the daemon', why: 'it is to be stopped' };

const report = (...nodes: Partial<RehearsalReport['nodes'][number]>[]): RehearsalReport => ({
  version: '1.1.0',
  nodes: nodes.map((node, index) => ({ id: `${index}`, name: `node-${index}`, steps: [], error: null, ...node })),
});

test.each<[string, RehearsalReport, RehearsalReport, string[]]>([
  ['empty plans', report({}, {}), report({}, {}), []],
  ['a step that the present version plans too', report({ steps: [stop] }), report({ steps: [stop] }), []],
  [
    'the same step for another reason',
    report({ steps: [{ ...stop, why: 'new words' }] }),
    report({ steps: [stop] }),
    [],
  ],
  ['a step of the new version alone', report({}, { steps: [remake] }), report({}, {}), ['node-1']],
  [
    'one more step than the present version plans',
    report({ steps: [stop, remake] }),
    report({ steps: [stop] }),
    ['node-0'],
  ],
  ['a step that the present version plans alone', report({}), report({ steps: [stop] }), []],
  ['an engine that neither can ask', report({ error: 'no socket' }), report({ error: 'no socket' }), []],
  ['an engine that the new version alone cannot ask', report({ error: 'no socket' }), report({}), ['node-0']],
  ['a node that the present version does not know', report({ steps: [remake] }), report(), ['node-0']],
])('of two rehearsals, %s', (_what, fresh, present, expected) => {
  expect(divergences(fresh, present).map(({ node }) => node)).toEqual(expected);
});

test.each([
  [report(), true],
  [report({}), true],
  [report({ steps: [stop] }), false],
  [report({ error: 'no socket' }), false],
])('a version changes nothing only where it sees every node and plans nothing', (fresh, expected) => {
  expect(changesNothing(fresh)).toBe(expected);
});

test('what a release would do is told with its node, its step and the reason, and not endlessly', () => {
  const many = report(...Array.from({ length: 7 }, () => ({ steps: [remake] })));
  const text = describeDivergences('1.1.0', divergences(many, report()));
  expect(text).toContain('node-0: it would remove the container (its configuration differs)');
  expect(text).toContain('and 2 more');
});
