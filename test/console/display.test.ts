import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SatrapError } from '../../src/client/error.ts';
import { explainError, issueText } from '../../src/console/display/explain-error.ts';
import {
  decimalsFor,
  formatBytes,
  formatCount,
  formatMegabytes,
  formatNumber,
  formatVirtualSize,
} from '../../src/console/display/format.ts';
import { type Column, tracksOf } from '../../src/console/display/lists/column.ts';
import { actionText } from '../../src/console/pages/audit/action-words.ts';
import { difference } from '../../src/console/pages/audit/difference.ts';
import { formatDuration, formatRemaining } from '../../src/text/format-duration.ts';

test.each([
  [['data', 'executorName'], 'must have 1 to 63 characters', 'Host name must have 1 to 63 characters'],
  [['input', 'webhookUrl'], 'must begin with https://', 'Webhook URL must begin with https://'],
  [['data', 'labels', '0', 'key'], 'is given twice', 'Labels 1 key is given twice'],
  [['resources'], 'no executor can take the node', 'no executor can take the node'],
])('a fault of a form is said with the name of its field in words: %j %s', (path, message, text) => {
  expect(issueText({ path, message })).toBe(text);
});

test('shows each error of a form once, and a refusal with a capital letter', () => {
  const issues = ['key', 'value'].map((part) => ({
    path: ['data', 'labels', '0', part],
    message: `must be a ${part}`,
  }));
  const message = issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
  expect(explainError(new SatrapError(message, { code: 'invalid_input', status: 200, issues }))).toEqual({
    title: 'Invalid input',
    advice: 'Labels 1 key must be a key. Labels 1 value must be a value.',
  });
  const refused = (text: string) =>
    explainError(new SatrapError(text, { code: 'conflict' as never, status: 200 })).advice;
  const conflict = {
    currentRevision: 3,
    current: { resources: { memoryMiB: 700 }, labels: [{ key: 'a', value: 'b' }] },
  };
  const changed = new SatrapError('alpha has changed', { code: 'revision_conflict', status: 200, conflict });
  expect(explainError(changed).advice).toContain('Current values: resources memory 700, labels a=b.');
  const linked = (link: string) => explainError(new SatrapError('no', { code: 'name_taken', status: 200, link })).link;
  expect(linked('/docs/errors.html#name_taken')).toEqual({
    path: '/docs/errors.html#name_taken',
    label: 'Documentation',
  });
  expect(linked('/executors')?.label).toBe('Open hosts');
  expect(refused('it has no disk')).toBe('It has no disk.');
  expect(refused('host-1 still has nodes')).toBe('host-1 still has nodes.');
});

test('the mempool has its virtual size in vMB, and memory in the unit of maxmempool', () => {
  expect([0, 9999, 381_000, 123_456_789].map(formatVirtualSize)).toEqual([
    '0 vB',
    '9,999 vB',
    '0.38 vMB',
    '123.46 vMB',
  ]);
  expect(formatMegabytes(300_000_000)).toBe('300 MB');
});

test.each([
  [59, '59 s'],
  [3 * 86_400 + 7200, '3 d'],
  [781 * 86_400, '2 y 50 d'],
])('%d seconds are %s', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words);
});

test.each([
  [7 * 86_400 - 1, '7 d'],
  [90 * 86_400 - 600, '90 d'],
  [3600 - 6, '1 h'],
  [2 * 86_400 + 7200, '2 d 2 h'],
  [3 * 86_400 - 30, '3 d'],
  [29, '29 s'],
  [0, '0 s'],
])('shows %d remaining seconds as %s', (seconds, words) => {
  expect(formatRemaining(seconds)).toBe(words);
});

test('shows a count with the separators of the locale and its noun', () => {
  expect([1, 0.5, 1013].map((count) => formatCount(count, 'core'))).toEqual(['1 core', '0.5 cores', '1,013 cores']);
  expect(formatNumber(-0.2)).toBe('0');
});

const gib = 1024 ** 3;
test.each([
  [14.2 * gib, 0.01 * gib, '14.19 GiB', '14.2 GiB'],
  [600 * gib, 50 * gib, '550 GiB', '600 GiB'],
])('the numbers at an axis up to %d bytes differ where they are %d bytes apart', (max, step, below, top) => {
  const decimals = decimalsFor(max, step);
  expect([formatBytes(max - step, decimals), formatBytes(max, decimals)]).toEqual([below, top]);
  for (const none of [0, 1e-9]) expect(decimalsFor(max, none)).toBeLessThanOrEqual(4);
});

test('aligns actions at the end of a narrow row, and otherwise gives each its width', () => {
  const column = (id: string, width: string, more: Partial<Column<null>> = {}): Column<null> => ({
    ...{ id, label: id, cell: () => null, width },
    ...more,
  });
  const [name, state] = [column('name', 'minmax(0, 2fr)', { leads: true }), column('state', '96px')];
  const acts = column('acts', '36px', { hidesLabel: true });
  expect(tracksOf([name, state, acts], true)).toBe('minmax(0, 2fr) 96px 36px');
  expect(tracksOf([name, state, acts], false)).toBe('minmax(96px, 1fr) 36px');
  expect(tracksOf([name, acts], false)).toBe('36px minmax(0, 1fr)');
  const bounded = { ...state, width: 'minmax(88px, 110px)' };
  expect(tracksOf([name, bounded, acts], false)).toBe('minmax(88px, 1fr) 36px');
});

test.each([
  ['the fields that differ, by name', { b: 'x', c: null, a: 1 }, { b: 'y', c: null, a: 2 }, ['a: 1 → 2', 'b: x → y']],
  ['what was made', null, { name: 'a' }, ['name: null → a']],
  ['lists as they are written', { a: ['x'] }, { a: ['x', 'y'] }, ['a: ["x"] → ["x","y"]']],
  [
    'the fields of objects',
    { a: { x: 1, y: 2 }, b: null },
    { a: { x: 1, y: 3 }, b: { z: 1 } },
    ['a.y: 2 → 3', 'b.z: null → 1'],
  ],
  [
    'options, all values of each',
    { overrides: [{ key: 'addnode', value: 'a' }] },
    { overrides: ['b', 'a'].map((value) => ({ key: 'addnode', value })) },
    ['addnode: a → b, a'],
  ],
])('the difference of an action shows %s', (_what, from, to, expected) => {
  expect(difference(from, to).map(({ field, before, after }) => `${field}: ${before} → ${after}`)).toEqual(expected);
});

test.each([
  ['createNode', null, 'Ada deployed node'],
  ['rotateRpcCredentials', null, 'Ada rotated RPC credentials'],
  ['adminSetOrganizationActive', null, 'Ada set organization active'],
  ['requestExecutorUpgrade', null, 'Ada requested host upgrade'],
  ['openAgentRequest follow_log', null, 'Ada viewed logs'],
  ['endpointCall sendrawtransaction', { txid: null }, 'Ada called sendrawtransaction'],
  ['leaveOrganization', null, 'Ada left organization'],
  ['enrolExecutor', null, 'Ada enrolled host'],
  ['createExecutorRelease', null, 'Ada published release'],
  ['requestNodeLifecycleAction', { desiredState: 'stopped' }, 'Ada stopped node'],
  ['requestNodeLifecycleAction', { restartCounter: 2 }, 'Ada restarted node'],
  ['updateNode', { clientVersion: '28.1', memoryMiB: 2 }, 'Ada changed version 28.0 → 28.1, memory (MiB) 1 → 2'],
  ['updateNode', { clientVersion: '28.0', memoryMiB: 1 }, 'Ada changed node'],
  ['updateNode', { a: 1, b: 1, c: 1, d: 1, clientVersion: '28.0', memoryMiB: 1 }, /^Ada changed a .*, c .* 1, 1 more$/],
])('the action %s with the change %j reads as words', (action, after, expected) => {
  const before = action === 'updateNode' ? { clientVersion: '28.0', memoryMiB: 1 } : null;
  const text = actionText({ action, before, after, actor: { name: 'Ada' }, outcome: 'succeeded' });
  expect(text).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
});

test('a pending action is a button that keeps keyboard focus', () => {
  const waits = /<(?!ActionButton)[A-Z]\w*\s(?:[^<>]|=>)*?\bloading=/;
  expect('<Button size="xs" onClick={() => act()} loading={isPending}>').toMatch(waits);
  const files = globSync('src/console/**/*.tsx');
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => waits.test(readFileSync(file, 'utf8')))).toEqual([]);
});
