import { isNamed } from '../../../contract/named-wallets.ts';
import type { NodeDataPolicy, NodeDataRemovalInput } from '../../../contract/types.generated.ts';
import { type Issue, invalidInput } from '../../platform/input/errors.ts';
import type { NodeRow } from '../../tables/nodes.ts';

/** Returns what a deletion does to the chain data. Throws `invalid_input` with every fault. */
export function dataAfter(
  row: Pick<NodeRow, 'name' | 'desiredState' | 'dataPolicy' | 'observed'>,
  policy: NodeDataPolicy | null | undefined,
  removal: NodeDataRemovalInput | null | undefined,
): Partial<Pick<NodeRow, 'dataPolicy' | 'removableWallets'>> {
  const asked = policy ?? (removal ? 'remove' : null);
  // Without a request: destroy no chain that was to be kept, and keep none whose removal was requested.
  if (asked === null) return row.desiredState === 'deleted' ? {} : { dataPolicy: 'keep', removableWallets: null };
  if (asked === 'keep') {
    if (removal)
      throw invalidInput([{ path: ['removal'], message: 'must be omitted unless the chain data is removed' }]);
    return { dataPolicy: 'keep', removableWallets: null };
  }
  const { name, observed, desiredState } = row;
  if (!removal) {
    const message = `removing the chain data of ${name} loses days of sync on mainnet; confirm with the node’s name, or keep the data`;
    throw invalidInput([{ path: ['removal'], message }], { hint: `Confirm with --remove-data ${name}.` });
  }
  // Its agent has searched the files, and may have asked for a wallet that no daemon reported.
  const isSearched = desiredState === 'deleted';
  const issues = faultsOfConfirmation('removal', removal, { name, wallets: observed?.wallets ?? null, isSearched });
  if (issues.length > 0) throw invalidInput(issues);
  return { dataPolicy: 'remove', removableWallets: [...(removal.wallets ?? [])] };
}

/** Requires the node's name, and the name of each wallet that would be lost; null if they are unknown. */
export function faultsOfConfirmation(
  root: string,
  confirmed: Pick<NodeDataRemovalInput, 'name' | 'wallets'>,
  { name, wallets, isSearched = false }: { name: string; wallets: readonly string[] | null; isSearched?: boolean },
): Issue[] {
  const named = confirmed.wallets ?? [];
  const lost = (wallets ?? []).filter((wallet) => !isNamed(wallet, named)).map(walletText);
  // A path stands for all that the agent finds there.
  const isForeign = (wallet: string): boolean =>
    !isSearched && !wallet.startsWith('/') && wallets?.includes(wallet) === false;
  const foreign = named.filter(isForeign).map(walletText);
  const message = `${name} holds wallets whose keys would be lost: ${lost.join(', ')}; save them first, or name each of them`;
  return [
    ...(confirmed.name === name ? [] : [{ path: [root, 'name'], message: `is not the name of the node, ${name}` }]),
    ...(lost.length === 0 ? [] : [{ path: [root, 'wallets'], message }]),
    ...(foreign.length === 0
      ? []
      : [{ path: [root, 'wallets'], message: `${name} has no wallet ${foreign.join(', ')}` }]),
  ];
}

/** A wallet's name for people. */
const walletText = (name: string): string => (name === '' ? '“” (the default wallet)' : `“${name}”`);
