import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const waits = /<(?!ActionButton)[A-Z]\w*\s(?:[^<>]|=>)*?\bloading=/;

test('what waits in the console for an act is a button that keeps the focus of the keyboard meanwhile', () => {
  expect('<Button size="xs" onClick={() => act()} loading={isPending}>').toMatch(waits);
  const files = globSync('src/console/**/*.tsx');
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => waits.test(readFileSync(file, 'utf8')))).toEqual([]);
});
