import { expect, test } from 'vitest';
import { matching, nameIn } from '../../src/console/shell/palette-entries.ts';

const entry = (label: string, words = '') => ({ label, words, run: () => undefined });
const groups = [
  { name: 'Pages', entries: [entry('Nodes', 'bitcoind daemons'), entry('Networks')] },
  { name: 'Nodes', entries: [entry('my-nodes-1'), entry('net'), entry('nodes')] },
  { name: 'Commands', entries: [entry('View logs of net'), entry('Restart net'), entry('Dark theme', 'colors')] },
];
const found = (text: string) =>
  matching(groups, text).map(({ name, entries }) => [name, ...entries.map(({ label }) => label)]);

test('finds what contains a text, the whole label first, words in any order', () => {
  expect(found('net')).toEqual([
    ['Nodes', 'net'],
    ['Pages', 'Networks'],
    ['Commands', 'View logs of net', 'Restart net'],
  ]);
  expect(found('odes')).toEqual([
    ['Pages', 'Nodes'],
    ['Nodes', 'my-nodes-1', 'nodes'],
  ]);
  expect(found(' logs NET')).toEqual([['Commands', 'View logs of net']]);
  expect(found('daemons')).toEqual([['Pages', 'Nodes']]);
  expect(found('colors')).toEqual([['Commands', 'Dark theme']]);
  expect(found('nothing')).toEqual([]);
});

test.each([
  ['restart alpha', 'alpha'],
  ['View logs of alpha ', 'alpha'],
  ['logs alpha', 'alpha'],
  ['edit configuration of alpha', 'alpha'],
  ['start-1', 'start-1'],
  ['restart', 'restart'],
])('%j searches for the name %j', (text, name) => {
  expect(nameIn(text)).toBe(name);
});
