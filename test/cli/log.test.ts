import { fstatSync } from 'node:fs';
import { expect, test } from 'vitest';
import { journalText, logsToJournal } from '../../src/cli/log.ts';

const entry = (fields: object) => JSON.stringify({ level: 30, msg: 'starting agent', ...fields });

test('a journal entry has its priority and node, and ends with its other fields', () => {
  for (const [level, prefix] of [
    [60, '<2>'],
    [50, '<3>'],
    [40, '<4>'],
    [30, '<6>'],
    [10, '<7>'],
  ] as const)
    expect(journalText(entry({ level }))).toBe(`${prefix}starting agent\n`);
  expect(journalText(entry({ node: 'alpha', nodeId: 'n1', exitCode: 137 }))).toBe(
    '<6>alpha: starting agent nodeId=n1 exitCode=137\n',
  );
});

test('every line of an error has its priority, and foreign text adds no line', () => {
  const err = {
    type: 'Error',
    message: 'it\n<0>broke',
    stack: 'Error: it\n<0>broke\n    at run (a.ts:1)\n    at b.ts:2',
  };
  expect(journalText(entry({ level: 50, msg: 'failed', err }))).toBe(
    '<3>failed: it <0>broke\n<3>    at run (a.ts:1)\n<3>    at b.ts:2\n',
  );
});

test('logs to the journal only if standard output is systemd’s stream', () => {
  const { dev, ino } = fstatSync(1);
  expect(logsToJournal({ JOURNAL_STREAM: `${dev}:${ino}` })).toBe(true);
  // Another program that systemd started has passed its environment on.
  expect(logsToJournal({ JOURNAL_STREAM: '1:1' })).toBe(false);
  expect(logsToJournal({})).toBe(false);
});
