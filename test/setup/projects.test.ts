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

test('a run of everything, and of a file with pages, needs a browser', () => {
  const selections = [[], ['--keep-durations'], ['test/console/access'], ['test/e2e/demo']];
  expect(selections.map((selection) => needsBrowser(root, selection))).toEqual([true, true, true, false]);
});
