import { expect, test } from 'vitest';
import { type WalletCandidate, walletMember } from '../../../src/gateway/calls/wallet-member.ts';

const used = (...wallets: string[]): WalletCandidate => ({
  ...{ usability: { code: 'used', reason: '' }, wallets: null, readWallets: async () => wallets },
});
/** A member that restarts. `wallets`: null if it was never asked. */
const restarting = (...wallets: readonly string[] | [null]): WalletCandidate => ({
  ...{ usability: { code: 'unreachable', reason: '' }, wallets: wallets[0] === null ? null : (wallets as string[]) },
  readWallets: () => Promise.reject(new Error('it is not asked')),
});

test.each<[string, string | null, string]>([
  ['the wallet of a path', 'cold', '/wallet/cold'],
  ['a wallet whose name needs an escape', 'a/b', '/wallet/a%2Fb'],
])('finds %s', async (_, wallet, path) => {
  const [a, b] = [used('hot'), used('cold', 'a/b')];
  expect(await walletMember([a, b], wallet)).toEqual({ member: b, path });
});

test('finds the only wallets of an endpoint without a path', async () => {
  const [a, b] = [used(), used('hot')];
  expect(await walletMember([a, b], null)).toEqual({ member: b, path: '/' });
});

test.each<[string, WalletCandidate[], string | null, number]>([
  ['that no member has', [used('hot')], 'cold', -18],
  ['that two members have', [used('hot'), used('hot')], 'hot', -19],
  ['that another member has, which restarts', [used('hot'), restarting('hot')], 'hot', -19],
  ['of a member that restarts', [used('cold'), restarting('hot')], 'hot', -28],
  ['that a member may have which was never asked', [used('hot'), restarting(null)], 'hot', -28],
  ['without a name beside those of a member that restarts', [used('hot'), restarting('cold')], null, -19],
])('refuses a wallet %s', async (_, members, wallet, code) => {
  expect(await walletMember(members, wallet)).toMatchObject({ code });
});
