import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { titlesOf } from './harness/titles-of.ts';
import { selectedFiles } from './setup/projects.ts';

const root = join(import.meta.dirname, '..');
const document = readFileSync(join(root, 'docs/internals/specification.md'), 'utf8');
/** What the document claims; what follows is not built. */
const [claimed = '', notYet] = document.split('\n## Not yet\n');

/** The numbers of the rules, in the order of the tables. */
const rulesOf = (text: string): string[] =>
  [...text.matchAll(/^\| (\d[\d.]*) \| [^|]+ \|/gm)].map(([, rule = '']) => rule);

/** The items of the lists; a long one goes on in the next lines. */
const proofsOf = (text: string) =>
  [...text.matchAll(/^- (\d[\d.]*): `([^`]+)` › (.+(?:\n {2}.+)*)/gm)].map(([, rule = '', file = '', title = '']) => ({
    rule,
    file,
    title: title.replace(/\n */g, ' '),
  }));

/** The titles of the tests of a source that run: not those of a file that leaves some out, or runs only some. */
function runningTitles(source: string): string[] {
  if (/\b(?:test|it|describe|context)\b[\w.]*\.(?:skip|skipIf|runIf|only|todo|fails)\b/.test(source)) return [];
  return titlesOf(source);
}

const files = new Set(selectedFiles(root, []));

test('every rule of the specification has a test, and every line names a test', () => {
  const rules = rulesOf(claimed);
  expect(rules.length).toBeGreaterThan(40);
  expect(new Set(rules).size).toBe(rules.length);
  expect([...new Set(proofsOf(claimed).map(({ rule }) => rule))].toSorted()).toEqual(rules.toSorted());
  expect(proofsOf(claimed)).toHaveLength((claimed.match(/^- /gm) ?? []).length);
});

test('every test that the specification names exists and is run', () => {
  const isRun = ({ file, title }: ReturnType<typeof proofsOf>[number]) =>
    files.has(file) && runningTitles(readFileSync(join(root, file), 'utf8')).includes(title);
  expect(proofsOf(claimed).filter((proof) => !isRun(proof))).toEqual([]);
});

test('rules that are not implemented are listed separately, with what is missing', () => {
  const rows = [...(notYet ?? '').matchAll(/^\| \d[^|]* \| [^|]+ \| ([^|]+) \|$/gm)];
  expect(rows.length).toBe((notYet ?? '').split('\n').filter((line) => /^\| \d/.test(line)).length);
  expect(proofsOf(notYet ?? '')).toEqual([]);
});
