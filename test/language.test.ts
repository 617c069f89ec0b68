import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { retiredPhrases } from './retired-phrases.ts';

const root = join(import.meta.dirname, '..');
// The list of the specification's tests quotes their titles.
const quoting = ['docs/internals/specification.md'];
const files = globSync(['src/**/*.{ts,tsx,graphql}', 'schema/*.graphql', 'docs/**/*.md', 'README.md'], { cwd: root })
  .filter((file) => !file.includes('generated') && !quoting.includes(file))
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
