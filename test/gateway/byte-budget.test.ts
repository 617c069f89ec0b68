import { expect, test } from 'vitest';
import { ByteBudget } from '../../src/gateway/byte-budget.ts';

const budget = () => new ByteBudget({ total: 25, perConsumer: 10 });

test('bounds the bytes of the requests of one consumer', () => {
  const of = budget();
  expect([of.account('a').add(6), of.account('a').add(5), of.account('b').add(10)]).toEqual([true, false, true]);
});

test('bounds the bytes of all consumers', () => {
  const of = budget();
  expect(['a', 'b', 'c'].map((consumer) => of.account(consumer).add(9))).toEqual([true, true, false]);
});

test('returns the bytes of a request once', () => {
  const of = budget();
  const account = of.account('a');
  account.add(10);
  account.clear();
  account.clear();
  expect([of.account('a').add(10), of.account('a').add(1)]).toEqual([true, false]);
});
