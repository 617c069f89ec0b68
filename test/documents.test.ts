import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { anchorOf } from '../docs/.vitepress/anchor.ts';
import { readDocument, withTables } from '../scripts/docs-tables.ts';
import { documentedBlocks } from './machine/documented.ts';

const root = join(import.meta.dirname, '..');
const documents = globSync(['*.md', 'docs/**/*.md', 'changes/*.md', 'templates/**/*.md'], { cwd: root }).toSorted();
const linesOf = (document: string) => readDocument(document).split('\n');
const anchorsOf = (document: string) =>
  linesOf(document).flatMap((line) => (/^#+ /.test(line) ? anchorOf(line.replace(/^#+ /, '')) : []));

test.each(documents)(
  '%s fits 120 columns, contains the generated tables, and names only what exists',
  async (document) => {
    const text = readDocument(document);
    const lines = linesOf(document);
    // The row of a table cannot be wrapped.
    expect(lines.filter((line) => [...line].length > 120 && !line.startsWith('|'))).toEqual([]);
    expect(text).toBe(await withTables(text));

    const lost = [...text.matchAll(/\]\((?!https?:)([^)#\n]*)(?:#([^)\n]+))?\)/g)].filter(([, to = '', anchor]) => {
      const linked = to === '' ? document : join(dirname(document), to);
      if (!existsSync(join(root, linked))) return true;
      return anchor !== undefined && !anchorsOf(linked).includes(anchor);
    });
    expect(lost.map(([link]) => link)).toEqual([]);

    const named = [...text.matchAll(/`((?:src|test|schema|scripts|templates|docs)\/[\w./-]*)`/g)];
    expect(named.map(([, path = '']) => path).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  },
);

test('the glossary explains each word once, where it can be found', () => {
  const entries = readFileSync(join(root, 'docs/internals/glossary.md'), 'utf8')
    .split('\n\n')
    .filter((paragraph) => paragraph.startsWith('**'));
  const words = entries.map((entry) => /^\*\*([^*]+)\*\*: /.exec(entry)?.[1]);
  expect(words.length).toBeGreaterThan(30);
  expect(new Set(words).size).toBe(words.length);
  expect(entries.filter((entry) => !/`[\w./-]+`$/.test(entry.trim()))).toEqual([]);
});

test('a machine test runs every shell block of the documentation for operators', () => {
  const tests = globSync('test/machine/*.ts', { cwd: root }).map((file) => readFileSync(join(root, file), 'utf8'));
  const keys = tests.flatMap((text) => [...text.matchAll(/'([\w/-]+\.md#[\w/-]+)'/g)].map(([, key = '']) => key));
  const blocks = documentedBlocks();
  const run = new Set(keys.map((key) => blocks.get(key)));
  expect([...blocks].filter(([, block]) => !run.has(block)).map(([key]) => key)).toEqual([]);
  expect(keys.filter((key) => !blocks.has(key))).toEqual([]);
});
