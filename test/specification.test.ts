import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { selectedFiles } from './setup/projects.ts';

const root = join(import.meta.dirname, '..');
const document = readFileSync(join(root, 'docs/internals/specification.md'), 'utf8');
/** What the document claims; what follows is not built. */
const [claimed = '', notYet] = document.split('\n## Not yet\n');

interface Proof {
  rule: string;
  file: string;
  title: string;
}

/** The numbers of the rules, in the order of the tables. */
const rulesOf = (text: string): string[] =>
  [...text.matchAll(/^\| (\d[\d.]*) \| [^|]+ \|/gm)].map(([, rule = '']) => rule);

/** The items of the lists; a long one goes on in the next lines. */
const proofsOf = (text: string): Proof[] =>
  [...text.matchAll(/^- (\d[\d.]*): `([^`]+)` › (.+(?:\n {2}.+)*)/gm)].map(([, rule = '', file = '', title = '']) => ({
    rule,
    file,
    title: title.replace(/\n */g, ' '),
  }));

/** The titles of the tests of a source that run: not those of a file that leaves some out, or runs only some. */
function runningTitles(source: string): string[] {
  if (/\b(?:test|it|describe|context)\b[\w.]*\.(?:skip|skipIf|runIf|only|todo|fails)\b/.test(source)) return [];
  const calls = source.matchAll(/(?:\b(?:test|it)\(|\]\)\(|\w\)\(|\bof\w*\)\()\s*(['"`])((?:\\.|(?!\1).)*)\1/g);
  return [...calls].map(([, , title = '']) => title);
}

/** Why a claim does not hold; undefined when it does. */
function faultOf({ rule, file, title }: Proof, files: ReadonlySet<string>, sourceOf: (file: string) => string) {
  if (!files.has(file)) return `${rule}: ${file} is no test file that is run`;
  if (!runningTitles(sourceOf(file)).includes(title)) return `${rule}: ${file} runs no test «${title}»`;
  return undefined;
}

const files = new Set(selectedFiles(root, []));
const sourceOf = (file: string): string => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '');

test('every rule of the specification has a test, and every test of the list a rule', () => {
  const rules = rulesOf(claimed);
  expect(rules.length).toBeGreaterThan(40);
  expect(new Set(rules).size).toBe(rules.length);
  expect([...new Set(proofsOf(claimed).map(({ rule }) => rule))].toSorted()).toEqual(rules.toSorted());
});

test('every line of the lists of tests names a rule, a file and a title', () => {
  expect(proofsOf(claimed)).toHaveLength((claimed.match(/^- /gm) ?? []).length);
});

test('every test that the specification names exists and is run', () => {
  expect(proofsOf(claimed).flatMap((proof) => faultOf(proof, files, sourceOf) ?? [])).toEqual([]);
});

test('the rules that are not built are listed apart, with what is missing and without tests', () => {
  const rows = [...(notYet ?? '').matchAll(/^\| \d[^|]* \| [^|]+ \| ([^|]+) \|$/gm)];
  expect(rows.length).toBe((notYet ?? '').split('\n').filter((line) => /^\| \d/.test(line)).length);
  expect(proofsOf(notYet ?? '')).toEqual([]);
});

test.each([
  ['a file that does not exist', { file: 'test/none.test.ts' }, 'is no test file that is run'],
  ['a title that does not exist', { title: 'it works' }, 'runs no test «it works»'],
  ['a test that is skipped', { source: "test.skip('it holds', () => {})" }, 'runs no test «it holds»'],
  ['a test beside one that runs alone', { source: "test.only('a', run)\ntest('it holds', run)" }, 'runs no test'],
  ['a test that is only mentioned', { source: "say('it holds')" }, 'runs no test'],
])(
  'a claim that names %s is a fault',
  (_what, {
    file = 'test/a.test.ts',
    title = 'it holds',
    source = "test('it holds', run)",
  }: {
    file?: string;
    title?: string;
    source?: string;
  }, fault) => {
    expect(faultOf({ rule: '1', file, title }, new Set(['test/a.test.ts']), () => source)).toContain(fault);
  },
);
