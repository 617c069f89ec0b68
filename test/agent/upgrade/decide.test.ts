import { expect, test } from 'vitest';
import { decideUpgrade, type UpgradeFacts } from '../../../src/agent/upgrade/decide.ts';
import type { EndedRequest } from '../../../src/agent/upgrade/journal.ts';
import { UpgradeJournal } from '../../../src/agent/upgrade/journal.ts';
import {
  changesNothing,
  describeDivergences,
  divergences,
  type RehearsalReport,
  runRehearsal,
} from '../../../src/agent/upgrade/rehearse-upgrade.ts';
import type { ProgramEnd } from '../../../src/agent/upgrade/run-program.ts';
import { upgradeEvent } from '../../../src/agent/upgrade/upgrade-events.ts';
import { UpgradeReporter } from '../../../src/agent/upgrade/upgrade-reporter.ts';
import { withLevel } from '../../../src/contract/events.ts';
import { maxEventDataBytes } from '../../../src/contract/limits.ts';
import type { DesiredUpgrade } from '../../../src/contract/types.generated.ts';
import { systemClock } from '../../../src/timing/clock.ts';
import type { UpgradeOrder } from '../../../src/upgrade/order.ts';
import type { UpgradeOutcome } from '../../../src/upgrade/outcome.ts';
import { upgradeFiles } from '../../../src/upgrade/upgrade-files.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';

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

const prepares = (requestId: string) => ({ kind: 'prepare', wanted: { requestId } });
const follows = (request: object) => ({ kind: 'follow', request });
const switching = follows({ requestId: 'a', state: 'switching' });
const withdraws = { kind: 'withdraw' };
const rests = { kind: 'rest' };
const hasFailed = follows({ requestId: 'a', state: 'failed', reason: 'the hash is wrong' });
/** The watcher has begun the order of a request, and said this. */
const begun = (state: UpgradeOutcome['state']) => ({ order: order('a'), outcome: outcome('a', state) });

test.each<[string, Partial<UpgradeFacts>, object]>([
  ['nothing before the first answer', { wanted: undefined }, rests],
  ['nothing where nobody asks', {}, { ...rests, why: 'no upgrade requested' }],
  ['nothing for the version that runs', { wanted: wanted('a', '1.0.0') }, rests],
  ['what is asked for', { wanted: wanted('a') }, prepares('a')],
  ['no request a second time that ended', { wanted: wanted('a'), ended }, hasFailed],
  ['again what failed, when asked', { wanted: wanted('b'), outcome: outcome('a', 'rolled_back') }, prepares('b')],
  ['tell that it switches as soon as that is ordered', { wanted: wanted('a'), order: order('a') }, switching],
  ['tell it before the first answer', { wanted: undefined, version: '1.1.0', order: order('a') }, switching],
  ['withdraw an order that nobody wants any more', { order: order('a') }, withdraws],
  ['withdraw it also for another request', { wanted: wanted('b'), order: order('a') }, withdraws],
  ['leave an order alone that the watcher has begun', begun('switching'), follows({ state: 'switching' })],
  ['let another request wait for it', { wanted: wanted('b'), ...begun('judging') }, follows({ state: 'judging' })],
  ['leave an order alone that is about to be removed', begun('rolled_back'), follows({ state: 'rolled_back' })],
  [
    'not take the outcome of another request for that of an order',
    { wanted: wanted('b'), order: order('b'), outcome: outcome('a', 'rolled_back') },
    follows({ requestId: 'b', state: 'switching' }),
  ],
  [
    'tell how it ended, until an answer names it no more',
    { wanted: wanted('a'), outcome: outcome('a', 'committed') },
    follows({ state: 'committed' }),
  ],
  ['tell that before the first answer', { wanted: undefined, outcome: outcome('a', 'failed') }, { kind: 'follow' }],
  [
    'tell once how a switch ended that no control plane asks for, as a rollback by hand',
    { outcome: outcome('rollback-1', 'committed') },
    follows({ requestId: 'rollback-1', state: 'committed' }),
  ],
  ['say nothing more of an end that is told', { outcome: outcome('a', 'failed'), isOutcomeReported: true }, rests],
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

const stops = report({ steps: [stop] });
const unseen = report({ error: 'no socket' });
test.each<[string, RehearsalReport, RehearsalReport, string[]]>([
  ['empty plans', report({}, {}), report({}, {}), []],
  ['a step that the present version plans too', stops, stops, []],
  ['the same step for another reason', report({ steps: [{ ...stop, why: 'new words' }] }), stops, []],
  ['a step of the new version alone', report({}, { steps: [remake] }), report({}, {}), ['node-1']],
  ['one more step than the present version plans', report({ steps: [stop, remake] }), stops, ['node-0']],
  ['a step that the present version plans alone', report({}), stops, []],
  ['an engine that neither can ask', unseen, unseen, []],
  ['an engine that the new version alone cannot ask', unseen, report({}), ['node-0']],
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

test.each<[string, Partial<ProgramEnd>, RegExp]>([
  ['ends with an error', { code: 3, lastWords: 'no such table' }, /exit code 3; last output: no such table/],
  ['says nothing', {}, /invalid output/],
  ['is killed', { code: null, ended: 'SIGKILL' }, /killed by SIGKILL/],
  ['takes too long', { code: null, hasTimedOut: true }, /timeout after 60 s/],
])('a rehearsal that %s has failed', async (_what, end, reason) => {
  const run = async () => ({ code: 0, ended: null, hasTimedOut: false, stdout: '', lastWords: '', ...end });
  const options = { store: '/s', runArguments: [], signal: new AbortController().signal };
  expect(await runRehearsal({ command: 'a', args: [], run }, options)).toMatch(reason);
});

test('why a download does not go on reaches the control plane at once, and once for each reason', () => {
  let wakes = 0;
  const { log } = listeningLog();
  const reporter = new UpgradeReporter({
    ...{ journal: new UpgradeJournal(upgradeFiles(scratchFolder('reporter')), log), record: () => {}, log },
    ...{ clock: systemClock, wakeHeartbeat: () => wakes++ },
  });
  const progress = reporter.preparing(request);
  progress.step('fetching');
  const before = wakes;
  for (let tries = 0; tries < 3; tries++) progress.show(null, 'nobody vouches for the certificate; tried again');
  expect(wakes).toBe(before + 1);
  expect(reporter.report).toMatchObject({ state: 'fetching', reason: expect.stringContaining('nobody vouches') });
  progress.show(50, null);
  expect(wakes).toBe(before + 1);
});
