import { expect, test } from 'vitest';
import {
  copiedText,
  isMoving,
  mayTakeBack,
  moveWords,
  rootChoices,
} from '../../../../src/console/pages/node/danger/move-text.ts';

test('a node’s data can go to every other data root whose disk is seen', () => {
  const roots = [
    { name: 'default', freeMiB: 10_240 },
    { name: 'ssd', freeMiB: 512 },
    { name: 'away', freeMiB: null },
  ];
  expect(rootChoices(roots, 'default')).toEqual([
    { value: 'ssd', label: 'ssd, 512 MiB free', disabled: false },
    { value: 'away', label: 'away, whose disk is not seen', disabled: true },
  ]);
  expect(rootChoices(roots, null)).toHaveLength(3);
});

test('a move is taken back until its daemon is started on the copy, and another one asked for once it has ended', () => {
  const states = Object.keys(moveWords) as (keyof typeof moveWords)[];
  expect(states.filter(mayTakeBack)).toEqual(['asked', 'copying']);
  expect(states.filter(isMoving)).toEqual(['asked', 'copying', 'starting', 'returning']);
});

test.each<[copied: number | null, total: number | null, text: string | null]>([
  [null, null, null],
  [null, 1024, null],
  [1.5 * 1024 ** 3, 3 * 1024 ** 3, '1.5 GiB of 3 GiB copied'],
])('%s of %s bytes: %s', (copied, total, text) => {
  expect(copiedText(copied, total)).toBe(text);
});
