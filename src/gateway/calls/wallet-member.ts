import * as z from 'zod';
import { jsonOrNull } from '../../text/json-or-null.ts';
import { DaemonFault } from '../daemon/daemon-fault.ts';
import type { Member } from '../members/member.ts';
import { type RpcFault, rpcCodes } from '../rpc/faults.ts';

/** Where a wallet's calls go. */
export interface WalletTarget {
  member: Member;
  path: string;
}

const walletsShape = z.array(z.string());

/**
 * Finds the one member that has loaded a wallet, and the path of its calls; null for the only wallet of the endpoint. Two
 * wallets of one name have different coins, so that neither is chosen. Throws DaemonFault.
 */
export async function walletMember(
  members: readonly Member[],
  wallet: string | null,
): Promise<WalletTarget | RpcFault> {
  const used = members.filter(({ usability }) => usability.code === 'used');
  const loaded = await Promise.all(used.map(async (member) => ({ member, wallets: await walletsOf(member) })));
  const found = loaded.filter(({ wallets }) => (wallet === null ? wallets.length > 0 : wallets.includes(wallet)));
  const [only, another] = found;
  if (only === undefined)
    return { code: rpcCodes.walletNotFound, message: 'No member of this endpoint has loaded the wallet.' };
  if (another !== undefined)
    return {
      code: rpcCodes.walletNotSpecified,
      message:
        wallet === null
          ? 'Several members of this endpoint have wallets. Name one with the path /wallet/NAME.'
          : 'Several members of this endpoint have a wallet of this name. Use an endpoint with one of them.',
    };
  return { member: only.member, path: wallet === null ? '/' : `/wallet/${encodeURIComponent(wallet)}` };
}

async function walletsOf(member: Member): Promise<readonly string[]> {
  const [answer] = await member.ask([{ method: 'listwallets', params: '[]' }]);
  // A daemon without wallets does not know the method.
  if (answer === undefined || 'code' in answer) return [];
  const { data } = walletsShape.safeParse(jsonOrNull(answer.result));
  if (data === undefined) throw new DaemonFault('invalid', 'its answer to listwallets is invalid');
  return data;
}
