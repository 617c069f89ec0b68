import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isQuickFile, needsBrowser, selectedFiles } from './projects.ts';

const root = join(import.meta.dirname, '../..');

test('no quick file asks the set-up for a part, or starts a process', () => {
  const named = selectedFiles(root, []).filter((file) => {
    if (!isQuickFile(file) || file.endsWith('/projects.test.ts')) return false;
    const text = readFileSync(join(root, file), 'utf8');
    return /\binject\(|from '(node:child_process|execa)'/.test(text.replaceAll(/^import type .*$/gm, ''));
  });
  expect(named).toEqual([]);
});

test.each([
  [[], true],
  [['--keep-durations'], true],
  [['test/console/access'], true],
  [['test/setup/projects.test.ts'], false],
  [['test/e2e/demo'], false],
])('a run of %j needs a browser: %s', (selection, expected) => {
  expect(needsBrowser(root, selection)).toBe(expected);
});
