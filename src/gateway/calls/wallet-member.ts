import type { Usability } from '../members/usability.ts';
import { type RpcFault, rpcCodes } from '../rpc/faults.ts';

export interface WalletCandidate {
  readonly usability: Usability;
  /** The wallets that it had loaded when it was asked last; null if it was never asked. */
  readonly wallets: readonly string[] | null;
  /** Throws DaemonFault. */
  readWallets(): Promise<readonly string[]>;
}

/** Where a wallet's calls go. */
export interface WalletTarget<M> {
  member: M;
  path: string;
}

/**
 * Finds the one member that has loaded a wallet, and the path of its calls; null for the only wallet of the endpoint. Two
 * wallets of one name have different coins. So neither is chosen, also while the other member restarts, and none before
 * every member has named its wallets once. Throws DaemonFault.
 */
export async function walletMember<M extends WalletCandidate>(
  members: readonly M[],
  wallet: string | null,
): Promise<WalletTarget<M> | RpcFault> {
  const isUsed = ({ usability }: M): boolean => usability.code === 'used';
  const loaded = await Promise.all(
    members.map(async (member) => ({ member, wallets: isUsed(member) ? await member.readWallets() : member.wallets })),
  );
  const found = loaded.filter(({ wallets }) => wallets !== null && hasWallet(wallets, wallet));
  const [only, another] = found;
  if (another !== undefined) return ambiguous(wallet);
  if (loaded.some(({ wallets }) => wallets === null)) return unknownWallets;
  if (only === undefined)
    return { code: rpcCodes.walletNotFound, message: 'No member of this endpoint has loaded the wallet.' };
  if (!isUsed(only.member)) return notNow;
  return { member: only.member, path: wallet === null ? '/' : `/wallet/${encodeURIComponent(wallet)}` };
}

const hasWallet = (wallets: readonly string[], wallet: string | null): boolean =>
  wallet === null ? wallets.length > 0 : wallets.includes(wallet);

const ambiguous = (wallet: string | null): RpcFault => ({
  code: rpcCodes.walletNotSpecified,
  message:
    wallet === null
      ? 'Several members of this endpoint have wallets. Name one with the path /wallet/NAME.'
      : 'Several members of this endpoint have a wallet of this name. Use an endpoint with one of them.',
});

const unknownWallets: RpcFault = {
  code: rpcCodes.inWarmup,
  message:
    'A member of this endpoint has not answered since the gateway started, and may have a wallet of this name. Try again ' +
    'later, or use an endpoint without it.',
};

const notNow: RpcFault = {
  code: rpcCodes.inWarmup,
  message: 'The member of this endpoint that has loaded the wallet cannot answer. Try again later.',
};
