import { describe, expect, test } from 'vitest';
import { formatDuration } from '../../../../src/console/display/format.ts';
import {
  type ChainView,
  headersHint,
  isSyncing,
  secondsToTip,
  verifiedFact,
} from '../../../../src/console/pages/node/overview/chain-hints.ts';

const synced: ChainView = {
  ...{ network: 'signet', height: 10, headers: 10, peers: 8 },
  ...{ verificationProgress: 1, initialBlockDownload: false },
};
const empty: ChainView = { ...synced, height: 0, headers: 0, initialBlockDownload: true };
const oldRegtest: ChainView = { ...empty, network: 'regtest', peers: 0 };

describe('what a node’s page says of its chain', () => {
  test.each<[string, ChainView, string, string, string]>([
    ['synced', synced, 'up to date', '100 %', 'synced'],
    ['syncing', { ...empty, height: 10, headers: 30, verificationProgress: 0.5 }, '20 blocks left', '50 %', 'syncing'],
    ['without peers or headers', { ...empty, peers: 0 }, 'waiting for peers', '–', 'no blocks yet'],
    ['with peers and without headers', empty, 'waiting for headers', '–', 'no blocks yet'],
    ['that lost its peers', { ...synced, peers: 0 }, 'waiting for peers', '100 %', 'no peers to compare with'],
    ['on regtest with old blocks, alone', { ...oldRegtest, height: 10, headers: 10 }, 'up to date', '100 %', 'synced'],
    ['on regtest without a block', oldRegtest, 'up to date', '–', 'no blocks yet'],
  ])('%s', (_what, view, headers, value, hint) => {
    expect(headersHint(view)).toBe(headers);
    expect(verifiedFact(view, null)).toEqual({ value, hint });
  });

  test('the time left stands only beside a chain that syncs', () => {
    expect(verifiedFact({ ...synced, initialBlockDownload: true }, 7200).hint).toBe('about 2 h left');
    expect(verifiedFact(synced, 7200).hint).toBe('synced');
    expect(isSyncing(synced)).toBe(false);
  });
});

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const parts = (...values: number[]) =>
  values.map((last, index) => ({ at: at(index * 5), verificationProgress: { last } }));

const lastHour = Array.from({ length: 13 }, (_, part) => 0.5 + part * 0.01);

describe('the time to the tip', () => {
  test.each([
    ['without a history', [], 0.5, null],
    ['of less than five minutes', parts(0.1), 0.5, null],
    ['of a node that does not get on', parts(0.5, 0.5, 0.5), 0.5, null],
    ['at an even pace', parts(0.5, 0.55, 0.6), 0.6, 2400],
    ['at the pace of the last hour alone', parts(0, ...lastHour), 0.62, 11_400],
    ['of a node that is there', parts(0.9, 1), 1, 0],
  ])('%s', (_what, buckets, progress, seconds) => {
    const found = secondsToTip(buckets, progress);
    expect(found === null ? null : Math.round(found)).toBe(seconds);
  });
});

test.each([
  [59, '59 s'],
  [3 * 86_400 + 7200, '3 d'],
  [781 * 86_400, '2 y 50 d'],
  [4 * 31_556_952, '4 y'],
])('%d seconds are %s', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words);
});
