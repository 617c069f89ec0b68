import { expect, test } from 'vitest';
import { readAnswers, readStreamTail, splitItems } from '../../../src/gateway/daemon/read-answers.ts';

const result = (text: string, id: number) => `{"result":${text},"error":null,"id":${id}}`;

test('keeps the text of each result', () => {
  const text = `[${result('0.10000000', 0)},${result('{"a":[1,{"b":"],}"}]}', 1)},${result('null', 2)}]\n`;
  expect(readAnswers(text, 3)).toEqual([
    { result: '0.10000000' },
    { result: '{"a":[1,{"b":"],}"}]}' },
    { result: 'null' },
  ]);
});

test('keeps the text of an error, with its code', () => {
  const error = '{"code":-8,"message":"Block height out of range \\",\\"error\\":null"}';
  expect(readAnswers(`[{"result":null,"error":${error},"id":0}]`, 1)).toEqual([{ error, code: -8 }]);
});

test('is not misled by a result that looks like the end of an answer', () => {
  const inner = '{"error":null,"id":0}';
  expect(readAnswers(`[${result(inner, 0)}]`, 1)).toEqual([{ result: inner }]);
});

test.each([
  ['fewer answers than calls', `[${result('1', 0)}]`, 2],
  ['answers in another order', `[${result('1', 1)},${result('1', 0)}]`, 2],
  ['an object', result('1', 0), 1],
  ['a page', '<html></html>', 1],
  ['an error without a code', '[{"result":null,"error":{},"id":0}]', 1],
  ['unbalanced brackets', '[{"result":1]},"error":null,"id":0}]', 1],
  ['no text', '', 1],
])('returns null for %s', (_, text, count) => {
  expect(readAnswers(text, count)).toBeNull();
});

test('splits only at the commas between items', () => {
  expect(splitItems('["a,\\"b",[1,2],{"c":3}]')).toEqual(['"a,\\"b"', '[1,2]', '{"c":3}']);
});

test('finds the end of a streamed result and the tip after it', () => {
  const tip = 'ab'.repeat(32);
  expect(readStreamTail(`"last"]},"error":null,"id":0},${result(`"${tip}"`, 1)}]\n`)).toEqual({
    rest: '"last"]}',
    tip,
  });
});

test('finds no end in an answer that broke off', () => {
  expect(readStreamTail('"last"]},"error":null,"id":0},{"result":"ab')).toBeNull();
});
