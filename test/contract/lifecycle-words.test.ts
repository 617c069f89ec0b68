import { expect, test } from 'vitest';
import { warningLines } from '../../src/contract/lifecycle-words.ts';

test('warningLines tells once that the facts about versions are old', () => {
  const clientLifecycle = { warning: null, tableNote: 'the facts are 61 days old' };
  const versions = ['31.1', '32.1'].map((clientVersion) => ({
    client: 'bitcoind' as const,
    clientVersion,
    clientLifecycle,
  }));
  expect(warningLines(versions)).toEqual(['the facts are 61 days old']);
});
