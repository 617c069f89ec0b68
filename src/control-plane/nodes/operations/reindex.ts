import { downloadsAgain, type ReindexKind, whyNoReindex } from '../../../bitcoin/reindex.ts';
import type { ReindexInput } from '../../../contract/types.generated.ts';
import { domainError, type ErrorDetails } from '../../platform/input/errors.ts';
import type { OperationRow } from '../../tables/node-operations.ts';
import type { NodeRow } from '../../tables/nodes.ts';
import { configOf } from '../node-config.ts';
import type { OperationKind } from './operation-kind.ts';

export const reindex: OperationKind<'reindex', ReindexInput> = {
  isCarriedOutByAgent: true,
  title: ({ chainstateOnly }) => `rebuild the ${chainstateOnly ? '' : 'block index and '}chain state`,
  progress: progressOf,
  start: {
    conflictsWith: ['move', 'reindex', 'rebuild_index', 'rehearse'],
    // If the node cannot run any more after a rebuild began, the rebuild may have to be repeated.
    replaces: ({ state }, { observed }) => state === 'running' && observed?.phase === 'failing',
    judge(row, { chainstateOnly = false, downloadAgain = false }) {
      const kind: ReindexKind = chainstateOnly ? 'reindex_chainstate' : 'reindex';
      const refuse = (message: string, details?: ErrorDetails) => domainError('action_not_possible', message, details);
      if (row.desiredState === 'stopped')
        throw refuse(`${row.name} is stopped; start it first, because only a running daemon can rebuild`);
      const impossible = whyNoReindex(configOf(row), kind);
      if (impossible !== null) throw refuse(`${row.name}: ${impossible}`);
      if (downloadsAgain(configOf(row), kind) && !downloadAgain)
        throw refuse(
          `${row.name} is pruned: without its old blocks, a reindex downloads and verifies the whole chain again, which takes ` +
            'days on mainnet; confirm with downloadAgain',
          { hint: 'Confirm with --download-again.' },
        );
      return { chainstateOnly, height: row.metrics?.height ?? null };
    },
  },
};

function progressOf({ startedAt, params }: OperationRow, { metrics }: Pick<NodeRow, 'metrics'>): number | null {
  // Earlier samples do not count.
  if (metrics === null || (startedAt !== null && Date.parse(metrics.at) < startedAt.getTime())) return null;
  const target = params['height'] as number | null;
  const ofHeight = target === null ? 1 : metrics.height / Math.max(1, target);
  return metrics.height === 0 ? 0 : Math.min(1, ofHeight, metrics.verificationProgress);
}
