import { InvalidArgumentError } from 'commander';
import { expect, test } from 'vitest';
import { collect, collectKeyValue, number, wholeNumber } from '../../src/cli/parse.ts';

test.each([
  ['1', 1],
  ['0.5', 0.5],
  ['-3', -3],
])('number reads %j as %d', (text, expected) => {
  expect(number(text)).toBe(expected);
});

test.each(['', ' ', 'much', 'NaN', 'Infinity', '1,5'])('number refuses %j', (text) => {
  expect(() => number(text)).toThrow(new InvalidArgumentError('It must be a number.'));
});

test.each(['1', '500', '007'])('wholeNumber accepts %j within its bounds', (text) => {
  expect(wholeNumber(1, 500)(text)).toBe(Number(text));
});

test.each(['0', '501', '1.5', '1e2', '-1', '', 'all'])('wholeNumber refuses %j and names its bounds', (text) => {
  expect(() => wholeNumber(1, 500)(text)).toThrow('It must be a whole number from 1 to 500.');
});

test('collect adds a value to those before it', () => {
  expect(collect('b', ['a'])).toEqual(['a', 'b']);
});

test.each([
  ['dbcache=300', { key: 'dbcache', value: '300' }],
  ['uacomment=a=b', { key: 'uacomment', value: 'a=b' }],
  ['empty=', { key: 'empty', value: '' }],
])('collectKeyValue reads %j with all after the first «=» as the value', (text, pair) => {
  expect(collectKeyValue(text, [])).toEqual([pair]);
});

test.each(['dbcache', '=300', ''])('collectKeyValue refuses %j', (text) => {
  expect(() => collectKeyValue(text, [])).toThrow('It must be KEY=VALUE.');
});
