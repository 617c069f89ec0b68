import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { memberCodes, outcomes } from '../../src/gateway/report.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/nodes/endpoints.md'), 'utf8');

/** The words of the first column of a table. */
const wordsOf = (head: string): string[] => {
  const [, table = ''] = page.split(`\n${head}\n|---|---|\n`);
  return [...(table.split('\n\n')[0] ?? '').matchAll(/^\| `(\w+)` \|/gm)].map(([, word = '']) => word);
};

test('the page on endpoints explains each code of a node', () => {
  expect(wordsOf('| code | the node |').toSorted()).toEqual([...memberCodes].toSorted());
});

test('the page on endpoints explains each outcome of a call', () => {
  expect(wordsOf('| outcome | calls |').toSorted()).toEqual([...outcomes].toSorted());
});
