import { describe, expect, test } from 'vitest';
import {
  type ChainView,
  headersHint,
  isSyncing,
  verifiedFact,
} from '../../../../src/console/pages/node/overview/chain-hints.ts';

const synced: ChainView = {
  ...{ network: 'signet', height: 10, headers: 10, peers: 8 },
  ...{ verificationProgress: 1, initialBlockDownload: false },
};
const empty: ChainView = { ...synced, height: 0, headers: 0, initialBlockDownload: true };

describe('what a node’s page says of its chain', () => {
  test.each<[string, ChainView, string, string, string]>([
    ['synced', synced, 'up to date', '100 %', 'synced'],
    [
      'syncing',
      { ...synced, headers: 30, verificationProgress: 0.5, initialBlockDownload: true },
      '20 blocks left',
      '50 %',
      'syncing',
    ],
    ['without peers or headers', { ...empty, peers: 0 }, 'waiting for peers', '–', 'no blocks yet'],
    ['with peers and without headers', empty, 'waiting for headers', '–', 'no blocks yet'],
    ['that lost its peers', { ...synced, peers: 0 }, 'waiting for peers', '100 %', 'no peers to compare with'],
    [
      'on regtest with old blocks, alone',
      { ...synced, network: 'regtest', peers: 0, initialBlockDownload: true },
      'up to date',
      '100 %',
      'synced',
    ],
    ['on regtest without a block', { ...empty, network: 'regtest', peers: 0 }, 'up to date', '–', 'no blocks yet'],
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
