import { expect, test } from 'vitest';
import { maxLogBytes, maxLogLines } from '../../../../src/contract/limits.ts';
import { fitLogLines } from '../../../../src/control-plane/agents/agent-requests/chunks.ts';

const kibibyte = 'x'.repeat(1023);

test.each<[string, string[], string[]]>([
  ['no lines', [], []],
  ['few lines', ['one', 'two'], ['one', 'two']],
  ['lines that no database can hold', ['half \ud800', 'nul \0'], ['half \ufffd', 'nul \ufffd']],
  ['a single line that is too large', ['x'.repeat(maxLogBytes)], []],
  ['a large line before small ones', ['x'.repeat(maxLogBytes), 'one', 'two'], ['one', 'two']],
  ['as many bytes as fit', Array(1024).fill(kibibyte), Array(1024).fill(kibibyte)],
  ['a line more than fits', ['first', ...Array(1024).fill(kibibyte)], Array(1024).fill(kibibyte)],
  [
    'more lines than a session holds',
    Array.from({ length: maxLogLines + 5 }, (_, index) => String(index)),
    Array.from({ length: maxLogLines }, (_, index) => String(index + 5)),
  ],
])('of %s, the last that fit are kept', (_what, lines, kept) => {
  expect(fitLogLines(lines)).toEqual(kept);
});
