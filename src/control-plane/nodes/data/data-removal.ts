import type { NodeDataPolicy, NodeDataRemovalInput } from '../../../contract/types.generated.ts';
import { type Issue, invalidInput } from '../../platform/input/errors.ts';
import type { NodeRow } from '../../tables/nodes.ts';

/** What the deletion of a node asks for its chain data. */
export interface DataRequest {
  policy: NodeDataPolicy | null | undefined;
  removal: NodeDataRemovalInput | null | undefined;
}

type DataColumns = Pick<NodeRow, 'name' | 'desiredState' | 'dataPolicy' | 'observed'>;

/** Returns what a deletion makes of the chain data. Throws `invalid_input`, which names every fault. Pure. */
export function dataAfter(
  row: DataColumns,
  { policy, removal }: DataRequest,
): Partial<Pick<NodeRow, 'dataPolicy' | 'removableWallets'>> {
  const asked = policy ?? (removal ? 'remove' : null);
  // It must not destroy a chain that was to be kept, nor keep one whose removal was asked for.
  if (asked === null) return row.desiredState === 'deleted' ? {} : { dataPolicy: 'keep', removableWallets: null };
  if (asked === 'keep') {
    if (removal)
      throw invalidInput([{ path: ['removal'], message: 'is not for a deletion that keeps the chain data' }]);
    return { dataPolicy: 'keep', removableWallets: null };
  }
  const issues = faultsOf(row, removal);
  if (issues.length > 0) throw invalidInput(issues);
  return { dataPolicy: 'remove', removableWallets: [...(removal?.wallets ?? [])] };
}

function faultsOf({ name, observed }: DataColumns, removal: DataRequest['removal']): Issue[] {
  if (!removal) {
    const message = `to remove the chain data of ${name}, which took days to sync on mainnet, name the node in removal (--remove-data ${name}); without it the data stays`;
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
            message: `${name} holds wallets, whose keys would be lost for ever: ${missing.map(walletText).join(', ')}; save them first, or name each of them`,
          },
        ]),
  ];
}

/** A wallet as people read it. Pure. */
export const walletText = (name: string): string => (name === '' ? '“” (the default wallet)' : `“${name}”`);
