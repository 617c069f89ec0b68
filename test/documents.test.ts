import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readDocument, withTables } from '../scripts/docs-tables.ts';

const root = join(import.meta.dirname, '..');
const maxColumns = 120;
const documents = ['README.md', ...globSync(['docs/**/*.md', 'templates/**/*.md'], { cwd: root }).toSorted()];
const linesOf = (document: string) => readDocument(document).split('\n');

/** As the pages of a forge name a heading. */
const anchorOf = (heading: string) =>
  heading
    .replace(/^#+ /, '')
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

test.each(documents)('%s has no line of more than 120 columns', (document) => {
  // The row of a table cannot be wrapped.
  const wide = linesOf(document).flatMap((line, index) =>
    [...line].length > maxColumns && !line.startsWith('|') ? [`${document}:${index + 1}`] : [],
  );
  expect(wide).toEqual([]);
});

test.each(documents)('%s has the tables that `npm run docs` makes', async (document) => {
  const text = readDocument(document);
  expect(text).toBe(await withTables(text));
});

test.each(documents)('%s links only to files and headings that exist', (document) => {
  const targets = linesOf(document).flatMap((line) => [...line.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)]);
  const lost = targets.filter(([, to = '', anchor]) => {
    const linked = to === '' ? document : join(dirname(document), to);
    if (!existsSync(join(root, linked))) return true;
    return anchor !== undefined && !linesOf(linked).some((line) => /^#+ /.test(line) && anchorOf(line) === anchor);
  });
  expect(lost.map(([link]) => link)).toEqual([]);
});

test.each(documents)('%s names only files and folders of the repository that exist', (document) => {
  const paths = linesOf(document).flatMap((line) =>
    [...line.matchAll(/`((?:src|test|schema|scripts|templates|docs)\/[\w./-]*)`/g)].map(([, path]) => path ?? ''),
  );
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('the glossary explains each word once, where it can be found', () => {
  const entries = readFileSync(join(root, 'docs/internals/glossary.md'), 'utf8')
    .split('\n\n')
    .filter((paragraph) => paragraph.startsWith('**'));
  const words = entries.map((entry) => /^\*\*([^*]+)\*\*: /.exec(entry)?.[1]);
  expect(words.length).toBeGreaterThan(30);
  expect(new Set(words).size).toBe(words.length);
  expect(entries.filter((entry) => !/`[\w./-]+`$/.test(entry.trim()))).toEqual([]);
});
