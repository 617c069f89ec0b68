import { expect, test } from 'vitest';
import { corruptionAdvice, crashMessage, describeExit } from '../../../src/agent/node/crash-message.ts';
import { countExit, endedWithEngine, endOfLog, hasUnrecordedExit } from '../../../src/agent/node/exit-tracker.ts';
import type { UnexpectedExit } from '../../../src/agent/runtime/node-record.ts';
import { workload } from '../../fixtures/node.ts';
import { startedHost } from '../../harness/memory-host.ts';

test.each([
  ['a workload that never ended', {}, null, false],
  ['an exit that is recorded', { state: 'stopped', finishedAt: 'second' }, 'second', false],
  ['an exit before a restart by the engine', { finishedAt: 'second' }, 'first', true],
  ['a workload that is being removed', { state: 'removing', finishedAt: 'second' }, 'first', false],
] as const)('whether an exit is not recorded yet: %s', (_what, present, lastExit, expected) => {
  expect(hasUnrecordedExit({ lastExit }, workload(present))).toBe(expected);
});

const engineStartedAt = Date.parse('2026-01-01T12:00:00Z');
const ended = '2026-01-01T11:59:00Z';
const exit = (code: number | null, outOfMemory = false) => ({ code, outOfMemory });

test.each([
  ['whose code is unknown', ended, exit(null), true],
  ['that the engine killed', ended, exit(137), true],
  ['that the engine found dead as it started', '2026-01-01T12:00:01Z', exit(null), true],
  ['that ended with an error of its own', ended, exit(1), false],
  ['that ran out of memory', ended, exit(137, true), false],
  ['that ended under the present engine', '2026-01-01T12:10:00Z', exit(null), false],
  ['that never ended', null, exit(null), false],
])('whether the restart of the engine explains the end of a daemon %s', (_what, finishedAt, how, expected) => {
  expect(endedWithEngine({ finishedAt }, how, engineStartedAt)).toBe(expected);
  // While nobody knows when the engine started, nothing does.
  expect(endedWithEngine({ finishedAt }, how, null)).toBe(false);
});

test('the log of a run ends between its own end and the start of the next run', () => {
  const [finishedAt, startedAt] = ['2026-01-01T11:59:00.000000000Z', '2026-01-01T11:59:02.000000000Z'];
  expect(endOfLog({ finishedAt, startedAt })).toBe(Date.parse('2026-01-01T11:59:01Z'));
  expect(endOfLog({ finishedAt: startedAt, startedAt: finishedAt })).toBeUndefined();
  expect(endOfLog({ finishedAt: null, startedAt })).toBeUndefined();
});

const crash = { code: 1, outOfMemory: false, lastWords: 'no disk', hadRoom: null };

test('of identical exits, the 1st, 2nd, 4th and 8th are reported', () => {
  const reported: number[] = [];
  let previous: UnexpectedExit | null = null;
  for (let count = 1; count <= 10; count++) {
    const { exit, event } = countExit('n', previous, crash);
    expect(exit.times).toBe(count);
    if (event !== null) reported.push(count);
    previous = exit;
  }
  expect(reported).toEqual([1, 2, 4, 8]);
});

test('the event of an exit says how and how often, and only warns without an error', () => {
  for (const other of [{ code: 2 }, { lastWords: null }])
    expect(countExit('n', { ...crash, times: 5 }, { ...crash, ...other }).exit.times).toBe(1);
  expect(countExit('n', { ...crash, times: 3 }, crash).event).toEqual({
    ...{ level: 'error', kind: 'node.exited', nodeId: 'n' },
    message: 'The daemon exited unexpectedly with code 1: no disk (4 times in a row).',
    data: { exitCode: 1, outOfMemory: false, lastWords: 'no disk', times: 4 },
  });
  expect(countExit('n', null, { ...crash, code: 0, lastWords: null }).event?.level).toBe('warning');
});

const asksForReindex = 'Error opening block database. Please restart with -reindex or -reindex-chainstate to recover.';
const advice = corruptionAdvice(asksForReindex, null);
const killed = '(killed by someone else, or the host ran out of memory)';
const reachedLimit = 'because it reached its memory limit (give the node more memory)';

test.each<[string, number | null, boolean, string | null]>([
  ['the daemon exited', null, false, null],
  [`the daemon exited with code 137 ${killed}`, 137, false, null],
  [`the daemon exited with code 137 ${reachedLimit}`, 137, true, null],
  [`the daemon exited with code 1: ${asksForReindex} ${advice}`, 1, false, asksForReindex],
])('describes an exit as «%s»', (text, code, outOfMemory, lastWords) => {
  expect(describeExit({ code, outOfMemory, lastWords, hadRoom: null })).toBe(text);
});

test.each([
  [asksForReindex, null, 'Check free disk space, return to the last working version'],
  ['Corrupted block database detected.', true, 'The data may be intact: a version'],
  ['Do you want to rebuild the block database now?', false, 'the disk was full. Free disk space'],
])('after «%s» (room: %s), a full disk and another version come before a reindex', (words, room, text) => {
  expect(corruptionAdvice(words, room)).toContain(text);
  if (room !== true) expect(corruptionAdvice(words, room)).not.toMatch(/reindex/);
});

const at = (...lines: string[]) => lines.map((line) => `2026-01-01T00:00:00Z ${line}`.trim());
const harmless = [
  'Failed to open mempool file. Continuing anyway.',
  'Failed to open file /satrap/regtest/anchors.dat',
  'Missing or invalid file /satrap/regtest/anchors.dat',
];
test.each<[string, string[], string | null]>([
  ['empty lines', ['', ...at('')], null],
  ['lines without an error', at('Bound to [::]:8333', 'Shutdown: In progress...', 'Shutdown: done'), null],
  ['the middle of its work', at('init message: Loading wallet…', 'Verifying blocks…'), 'Verifying blocks…'],
  ['an error before the end', at('Error: too low!', 'Shutdown: In progress...', 'Shutdown: done'), 'too low!'],
  ['an error twice', at('Error: a', 'Error: a'), 'a'],
  ['harmless lines about files of the last run', at(...harmless, 'Shutdown done'), null],
  ['more than three errors', ['Error: a', 'Error: b', 'Error: c', 'Error: d'], 'b c d'],
  ['a long one, with its end', [`Error: a ${'b'.repeat(900)} c`], `a ${'b'.repeat(397)}…${'b'.repeat(397)} c`],
])('the cause of an exit in %s', (_what, lines, expected) => {
  expect(crashMessage(lines)).toBe(expected);
});

test.each([
  ['that the engine ended for lack of memory is told as that', { outOfMemory: true as const }, reachedLimit],
  ['that someone killed is not', {}, killed],
])('a daemon %s, also when the engine started it again at once', async (_what, report, expected) => {
  const host = await startedHost({ id: 'n1' });
  await host.pass(1000);
  host.runtime.changeStream.send({ nodeId: 'n1', workloadId: 'w-n1', exitCode: null, ...report });
  await host.settle();
  host.runtime.crashAndRestart('n1', 137);
  await host.settle();
  expect(host.events.find(({ kind }) => kind === 'node.exited')?.message).toContain(expected);
});
