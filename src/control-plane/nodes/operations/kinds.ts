import type { OperationParams } from '../../../contract/node-operations.ts';
import type { NodeOperationKind } from '../../../contract/types.generated.ts';
import type { OperationRow } from '../../tables/node-operations.ts';
import { move } from './move.ts';
import type { OperationKind } from './operation-kind.ts';
import { rebuildIndex } from './rebuild-index.ts';
import { rehearse } from './rehearse.ts';
import { reindex } from './reindex.ts';

const kinds = {
  reindex,
  rebuild_index: rebuildIndex,
  move,
  rehearse,
  seed: {
    isCarriedOutByAgent: true,
    title: ({ name }) => `copy the chain data of ${name}`,
  } satisfies OperationKind<'seed'>,
  adopt: {
    title: ({ name, height }) =>
      `continue with the chain data of ${name}${height === null ? '' : `, which ends at height ${height}`}`,
  } satisfies OperationKind<'adopt'>,
  rotate_rpc_credentials: {
    title: ({ stage }) =>
      stage === 'adding' ? 'accept the new RPC credentials' : 'stop accepting the previous RPC credentials',
  } satisfies OperationKind<'rotate_rpc_credentials'>,
};

/** Returns a kind as it is used with rows, whose parameters are known to match. */
export const kindOf = (kind: NodeOperationKind): OperationKind<NodeOperationKind, unknown> =>
  kinds[kind] as unknown as OperationKind<NodeOperationKind, unknown>;

export const titleOf = ({ kind, params }: Pick<OperationRow, 'kind' | 'params'>): string =>
  kindOf(kind).title(params as OperationParams);
