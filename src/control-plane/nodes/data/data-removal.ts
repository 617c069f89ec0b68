import type { NodeDataPolicy, NodeDataRemovalInput } from '../../../contract/types.generated.ts';
import { type Issue, invalidInput } from '../../platform/input/errors.ts';
import type { NodeRow } from '../../tables/nodes.ts';

/** What the deletion of a node requests for its chain data. */
export interface DataRequest {
  policy: NodeDataPolicy | null | undefined;
  removal: NodeDataRemovalInput | null | undefined;
}

type DataColumns = Pick<NodeRow, 'name' | 'desiredState' | 'dataPolicy' | 'observed'>;

/** Returns what a deletion does to the chain data. Throws `invalid_input` with every fault. */
export function dataAfter(
  row: DataColumns,
  { policy, removal }: DataRequest,
): Partial<Pick<NodeRow, 'dataPolicy' | 'removableWallets'>> {
  const asked = policy ?? (removal ? 'remove' : null);
  // Without a request: destroy no chain that was to be kept, and keep none whose removal was requested.
  if (asked === null) return row.desiredState === 'deleted' ? {} : { dataPolicy: 'keep', removableWallets: null };
  if (asked === 'keep') {
    if (removal)
      throw invalidInput([{ path: ['removal'], message: 'must be omitted unless the chain data is removed' }]);
    return { dataPolicy: 'keep', removableWallets: null };
  }
  const issues = faultsOf(row, removal);
  if (issues.length > 0) throw invalidInput(issues);
  return { dataPolicy: 'remove', removableWallets: [...(removal?.wallets ?? [])] };
}

function faultsOf({ name, observed }: DataColumns, removal: DataRequest['removal']): Issue[] {
  if (!removal) {
    const message = `removing the chain data of ${name} loses days of sync on mainnet; confirm with the node's name in removal (--remove-data ${name}), or keep the data`;
    return [{ path: ['removal'], message }];
  }
  const missing = (observed?.wallets ?? []).filter((wallet) => !removal.wallets?.includes(wallet));
  return [
    ...(removal.name === name ? [] : [{ path: ['removal', 'name'], message: `is not the name of the node, ${name}` }]),
    ...(missing.length === 0
      ? []
      : [
          {
            path: ['removal', 'wallets'],
            message: `${name} holds wallets whose keys would be lost: ${missing.map(walletText).join(', ')}; save them first, or name each of them`,
          },
        ]),
  ];
}

/** A wallet's name for people. */
export const walletText = (name: string): string => (name === '' ? '“” (the default wallet)' : `“${name}”`);
