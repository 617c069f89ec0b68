import { describe, expect, test } from 'vitest';
import {
  corruptionAdvice,
  crashMessage,
  describeExit,
  reportsCorruption,
} from '../../../src/agent/node/crash-message.ts';
import { countExit, endedWithEngine, endOfLog, hasUnrecordedExit } from '../../../src/agent/node/exit-tracker.ts';
import type { UnexpectedExit } from '../../../src/agent/runtime/node-record.ts';
import { workload } from '../../fixtures/node.ts';
import { MemoryHost } from '../../harness/memory-host.ts';

describe('hasUnrecordedExit', () => {
  const ended = workload({ state: 'stopped', finishedAt: 'second' });
  test.each([
    ['no workload', undefined, null, false],
    ['a workload that never ended', workload(), null, false],
    ['an exit that is recorded', ended, 'second', false],
    ['an exit after the recorded one', ended, 'first', true],
    ['an exit before a restart by the engine', workload({ finishedAt: 'second' }), 'first', true],
    ['a workload that is being removed', workload({ state: 'removing', finishedAt: 'second' }), 'first', false],
  ] as const)('of %s', (_what, present, lastExit, expected) => {
    expect(hasUnrecordedExit({ lastExit }, present)).toBe(expected);
  });
});

describe('the end of a daemon with its engine', () => {
  const engineStartedAt = Date.parse('2026-01-01T12:00:00Z');
  const ended = { finishedAt: '2026-01-01T11:59:00Z' };
  const unknown = { code: null, outOfMemory: false };

  test.each([
    ['whose code is unknown', ended, unknown, true],
    ['that ended cleanly', ended, { code: 0, outOfMemory: false }, true],
    ['that the engine killed', ended, { code: 137, outOfMemory: false }, true],
    ['that the engine found dead as it started', { finishedAt: '2026-01-01T12:00:01Z' }, unknown, true],
    ['that ended with an error of its own', ended, { code: 1, outOfMemory: false }, false],
    ['that ran out of memory', ended, { code: 137, outOfMemory: true }, false],
    ['that ended under the present engine', { finishedAt: '2026-01-01T12:10:00Z' }, unknown, false],
    ['that never ended', { finishedAt: null }, unknown, false],
  ] as const)(
    'whether the restart of the engine explains the end of a daemon %s: %j %j → %s',
    (_what, workload, exit, expected) => {
      expect(endedWithEngine(workload, exit, engineStartedAt)).toBe(expected);
    },
  );

  test('nothing explains the end of a daemon while it is unknown when the engine started', () => {
    expect(endedWithEngine(ended, unknown, null)).toBe(false);
  });

  test('the log of a run ends between its own end and the start of the next run', () => {
    const finishedAt = '2026-01-01T11:59:00.000000000Z';
    const startedAt = '2026-01-01T11:59:02.000000000Z';
    expect(endOfLog({ finishedAt, startedAt })).toBe(Date.parse('2026-01-01T11:59:01Z'));
    expect(endOfLog({ finishedAt: startedAt, startedAt: finishedAt })).toBeUndefined();
    expect(endOfLog({ finishedAt: null, startedAt })).toBeUndefined();
  });
});

describe('countExit', () => {
  const crash = { code: 1, outOfMemory: false, lastWords: 'no disk', hadRoom: null };

  test('reports the 1st, 2nd, 4th and 8th of identical exits', () => {
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

  test('counts from the beginning when a daemon exits in another way', () => {
    expect(countExit('n', { ...crash, times: 5 }, { ...crash, code: 2 }).exit.times).toBe(1);
    expect(countExit('n', { ...crash, times: 5 }, { ...crash, lastWords: null }).exit.times).toBe(1);
  });

  test('says how the daemon ended and how often', () => {
    expect(countExit('n', { ...crash, times: 3 }, crash).event).toEqual({
      level: 'error',
      kind: 'node.exited',
      nodeId: 'n',
      message: 'The daemon exited unexpectedly with code 1: no disk (4 times in a row).',
      data: { exitCode: 1, outOfMemory: false, lastWords: 'no disk', times: 4 },
    });
  });

  test('only warns of a daemon that ended without an error', () => {
    expect(countExit('n', null, { ...crash, code: 0, lastWords: null }).event?.level).toBe('warning');
  });
});

test.each([
  ['the daemon exited with code 1', { code: 1, outOfMemory: false, lastWords: null }],
  ['the daemon exited', { code: null, outOfMemory: false, lastWords: null }],
  ['the daemon exited with code 1: no disk', { code: 1, outOfMemory: false, lastWords: 'no disk' }],
  [
    'the daemon exited with code 137 (killed by someone else, or the host ran out of memory)',
    { code: 137, outOfMemory: false, lastWords: null },
  ],
  [
    'the daemon exited with code 137 because it reached its memory limit (give the node more memory)',
    { code: 137, outOfMemory: true, lastWords: null },
  ],
  [
    `the daemon exited with code 1: Please restart with -reindex ${corruptionAdvice('Please restart with -reindex', null)}`,
    { code: 1, outOfMemory: false, lastWords: 'Please restart with -reindex' },
  ],
])('describes an exit as «%s»', (text, exit) => {
  expect(describeExit({ ...exit, hadRoom: null })).toBe(text);
});

describe('crashMessage', () => {
  const at = '2026-01-01T00:00:00Z';
  test.each<[string, string[], string | null]>([
    ['nothing', [], null],
    ['empty lines', ['', at], null],
    ['lines without an error', [`${at} Bound to [::]:8333`, `${at} Shutdown: done`], 'Shutdown: done'],
    [
      'an error before the end',
      [`${at} Error: Disk space is too low!`, `${at} Shutdown: In progress...`, `${at} Shutdown: done`],
      'Disk space is too low!',
    ],
    ['an error twice', [`${at} Error: a`, `${at} Error: a`], 'a'],
    [
      'harmless lines about files of the last run',
      [
        `${at} Failed to open mempool file. Continuing anyway.`,
        `${at} Failed to open file /satrap/regtest/anchors.dat`,
        `${at} Missing or invalid file /satrap/regtest/anchors.dat`,
        `${at} Shutdown: done`,
      ],
      'Shutdown: done',
    ],
    ['more than three errors', ['Error: a', 'Error: b', 'Error: c', 'Error: d'], 'b c d'],
  ])('of %s', (_what, lines, expected) => {
    expect(crashMessage(lines)).toBe(expected);
  });

  test('is cut between characters', () => {
    const message = crashMessage([`Error: Invalid User Agent comment a${'💥'.repeat(200)}`]);
    expect(message?.isWellFormed()).toBe(true);
    expect(message?.length).toBeLessThanOrEqual(300);
  });
});

test.each([
  ['Please restart with -reindex or -reindex-chainstate to recover.', true],
  ['Corrupted block database detected.', true],
  ['Do you want to rebuild the block database now?', true],
  ['Disk space is too low!', false],
])('whether «%s» reports a damaged chain state: %s', (text, expected) => {
  expect(reportsCorruption(text)).toBe(expected);
});

const asksForReindex = 'Error opening block database. Please restart with -reindex or -reindex-chainstate to recover.';

test.each([
  [asksForReindex, null, 'Check free disk space, return to the last working version'],
  [asksForReindex, true, 'The data may be intact: a version'],
  [asksForReindex, false, 'the disk was full. Free disk space'],
  [`Disk space is too low! ${asksForReindex}`, true, 'the disk was full. Free disk space'],
])(
  'after «%s» (room: %s) nobody is told to reindex: a full disk and another version come first',
  (words, hadRoom, expected) => {
    expect(corruptionAdvice(words, hadRoom)).toContain(expected);
    if (hadRoom !== true) expect(corruptionAdvice(words, hadRoom)).not.toMatch(/reindex/);
  },
);

/** A node whose daemon the engine kills with SIGKILL and restarts, after these events of the stream. */
async function killed(report: { outOfMemory?: true }): Promise<string | undefined> {
  const host = new MemoryHost();
  host.list({ id: 'n1' });
  host.start();
  await host.settle();
  await host.pass(1000);
  host.runtime.changeStream.send({ nodeId: 'n1', workloadId: 'w-n1', exitCode: null, ...report });
  await host.settle();
  host.runtime.crashAndRestart('n1', 137);
  await host.settle();
  return host.events.find(({ kind }) => kind === 'node.exited')?.message;
}

test('a daemon that the engine ended for lack of memory is told as that, also when the engine started it again at once', async () => {
  expect(await killed({ outOfMemory: true })).toContain(
    'because it reached its memory limit (give the node more memory)',
  );
});

test('a daemon that someone killed is not', async () => {
  expect(await killed({})).toContain('(killed by someone else, or the host ran out of memory)');
});
