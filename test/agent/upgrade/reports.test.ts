import { expect, test } from 'vitest';
import { upgradeJournal } from '../../../src/agent/upgrade/journal.ts';
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
import { systemClock } from '../../../src/timing/clock.ts';
import { upgradeFiles } from '../../../src/upgrade/upgrade-files.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';

const request = { requestId: 'r'.repeat(128), fromVersion: '1.0.0', targetVersion: '1.1.0' };

test.each(['\u001b', '漢', '🟠', 'x'])(
  'an upgrade’s event is never too large, whatever a version said last, such as %j',
  (character) => {
    const { data } = upgradeEvent('rolled_back', request, character.repeat(8000));
    expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThanOrEqual(maxEventDataBytes);
    expect(String((data as { reason: string }).reason).isWellFormed()).toBe(true);
  },
);

test('reports a rollback with versions and reason, and a manual switch as such', () => {
  const rolledBack = withLevel(upgradeEvent('rolled_back', request, 'it crashed\nat once'));
  expect(rolledBack).toMatchObject({ level: 'info', data: { reason: 'it crashed\nat once' } });
  expect(rolledBack.message).toBe('Rolled back from 1.1.0 to 1.0.0: 1.1.0 failed: it crashed\nat once');
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

test('a version changes nothing only where it sees every node and plans nothing', () => {
  expect([report(), report({}), stops, unseen].map(changesNothing)).toEqual([true, true, false, false]);
});

test('the findings of a rehearsal name node, step and reason, and are bounded', () => {
  const many = report(...Array.from({ length: 7 }, () => ({ steps: [remake] })));
  const text = describeDivergences('1.1.0', divergences(many, report()));
  expect(text).toContain('node-0: it would remove the container (its configuration differs)');
  expect(text).toContain('and 2 more');
});

test.each<[string, Partial<ProgramEnd>, RegExp]>([
  ['says nothing', {}, /invalid output/],
  ['is killed', { code: null, ended: 'SIGKILL' }, /killed by SIGKILL/],
  ['takes too long', { code: null, hasTimedOut: true }, /timeout after 60 s/],
])('a rehearsal that %s has failed', async (_what, end, reason) => {
  const run = async () => ({ code: 0, ended: null, hasTimedOut: false, stdout: '', lastWords: '', ...end });
  const options = { store: '/s', runArguments: [], signal: new AbortController().signal };
  expect(await runRehearsal({ command: 'a', args: [], run }, options)).toMatch(reason);
});

test('reports why a download stalls at once, and once for each reason', () => {
  let wakes = 0;
  const { log } = listeningLog();
  const reporter = new UpgradeReporter({
    ...{ journal: upgradeJournal(upgradeFiles(scratchFolder('reporter')), log), record: () => {}, log },
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
