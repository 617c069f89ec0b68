import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { titlesOf } from './harness/titles-of.ts';

/** Phrases that texts, comments and names no longer use, each with what to write. The list stays short: only what a regex recognises safely. */
const retiredPhrases: readonly (readonly [RegExp, string])[] = [
  [/\bheard of\b/i, 'last seen'],
  [/\b(has no|without an) end\b/i, 'never expires'],
  [
    /\b(taken|takes?|took) (back|it back|them back|the (request|change|move) back)\b/i,
    'revert a change, cancel a request',
  ],
  [/\bwhat is (wanted|asked for)\b/i, 'desired state, requested'],
  [/\bmend(s|ed|ing)?\b|\bput right\b/i, 'fix, repair'],
  [/\banew\b|\bonce more\b/i, 'again, re-created'],
  [/\bwhoever\b/i, 'a noun: the caller, the operator, anyone who'],
  [/\b(is|are|was|were) told\b/i, 'receives, reports'],
  [/\bpresent (one|password|rate|version|state)\b/i, 'current'],
  [/\bthe (former|latter)\b/i, 'previous, or the noun'],
  [/\bgo(es)? on\b/i, 'continue'],
  [/\bwhat is the matter\b/i, 'problem, reason'],
  [/\bnone (to go|fits)\b/i, 'no matches, up to date'],
  [/\baltogether\b/i, 'total'],
  [/\bfor ever\b/i, 'permanently, forever'],
  [/\bcannot be brought back\b/i, 'cannot be undone'],
  [/\bshall\b/i, 'must, should, or the present tense'],
  [/\bthere is no (node|executor|host) yet\b/i, 'No nodes yet'],
  [/\b(sayGoodbye|takeLeave)\b/, 'deregister'],
  [/\banswerPeople\b/, 'handleRequests'],
  [/\bisTold\b/, 'isReported'],
  [/\bpatience(Ms|Seconds)?\b/, 'timeout'],
  [/\busual[A-Z]\w*/, 'default…'],
  [/\bfair[A-Z]\w*/, 'equal…'],
  [/\blongest[A-Z]\w*/, 'max…'],
  [/\be-mail/i, 'email'],
];

const root = join(import.meta.dirname, '..');
// The list of the specification's tests quotes their titles.
const files = globSync(['src/**/*.{ts,tsx,graphql}', 'schema/*.graphql', 'docs/**/*.md', 'README.md'], { cwd: root })
  .filter((file) => !/generated|internals\/specification/.test(file))
  .toSorted();

/** Returns the retired phrases in a text, each with its line and what to write. */
const retiredIn = (file: string, text: string): string[] =>
  text
    .split('\n')
    .flatMap((line, index) =>
      retiredPhrases.flatMap(([phrase, better]) =>
        phrase.test(line) ? [`${file}:${index + 1}: “${phrase.exec(line)?.[0]}”, write: ${better}`] : [],
      ),
    );

test('no text, comment or name uses a retired phrase', () => {
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((file) => retiredIn(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test('a title of a test has at most 80 characters', () => {
  const titles = globSync('test/**/*.{ts,tsx}', { cwd: root })
    .toSorted()
    .flatMap((file) => titlesOf(readFileSync(join(root, file), 'utf8')).map((title) => ({ file, title })));
  expect(titles.length).toBeGreaterThan(2000);
  expect(titles.filter(({ title }) => title.length > 80)).toEqual([]);
});
