import { expect, test } from 'vitest';
import { walletsAfter } from '../../../src/agent/node/known-wallets.ts';

test.each<[string, string[] | undefined, string[], string[]]>([
  ['first named', undefined, ['b', ''], ['', 'b']],
  ['removed from the folder', ['a', 'b'], ['b'], ['b']],
  ['unloaded elsewhere', ['/satrap/node/else', 'a'], ['a'], ['/satrap/node/else', 'a']],
  ['unloaded above the folder', ['../else'], [], ['../else']],
  ['with dots in their names', ['a..b'], [], []],
])('the known wallets, of which some were %s', (_what, before, named, expected) => {
  expect(walletsAfter(before, named)).toEqual(expected);
});
