import { expect, test } from 'vitest';
import { jsonOrNull } from '../../src/text/json-or-null.ts';

test('JSON is read, and what is no JSON is null', () => {
  expect(['{"a":[1]}', '"text"', 'false'].map(jsonOrNull)).toEqual([{ a: [1] }, 'text', false]);
  expect(['', '<html></html>', '{"a":'].map(jsonOrNull)).toEqual([null, null, null]);
});
