import { expect, test } from 'vitest';
import { type Action, actionLines } from '../../src/cli/audit/list.ts';

const action: Action = {
  id: '7',
  at: '2026-11-21T12:00:00.000Z',
  actor: { type: 'user', name: 'Ann <ann@example.com>', userId: 'u', apiKeyId: null },
  action: 'updateNode',
  target: { type: 'node', id: 'n', name: 'first' },
  outcome: 'succeeded',
  errorCode: null,
  unrecorded: 0,
  address: '192.0.2.7',
  before: { memoryMiB: 512 },
  after: { memoryMiB: 1024 },
};

test('an action is shown with who did what on what from where, and what changed', () => {
  expect(actionLines(action)).toEqual([
    '2026-11-21T12:00:00.000Z  Ann <ann@example.com> from 192.0.2.7  updateNode node first',
    '  memoryMiB: 512 → 1024',
  ]);
});

test('an action that was refused is shown with its code, and one of a command without an address', () => {
  const refused = { ...action, address: null, target: null, errorCode: 'Forbidden', before: null, after: null };
  expect(actionLines(refused)).toEqual([
    '2026-11-21T12:00:00.000Z  Ann <ann@example.com>  updateNode  refused: Forbidden',
  ]);
  expect(actionLines({ ...refused, unrecorded: 12 })[0]).toContain('refused: Forbidden (and 12 times before it)');
});

test('an object that was made is shown as it is, and control characters of others never reach the terminal', () => {
  const made = { ...action, before: null, after: { name: 'a\u001b[31mb' } };
  const text = actionLines(made).join('\n');
  expect(text).toContain('name: (nothing) →');
  expect(text).not.toContain('\u001b');
});
