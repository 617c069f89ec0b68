import type { IndexKey } from '../../../bitcoin/chain-facts.ts';
import { indexNames, whyNoIndexRebuild } from '../../../bitcoin/chain-indexes.ts';
import { indexProgress } from '../../../contract/index-progress.ts';
import type { RebuildIndexInput } from '../../../contract/types.generated.ts';
import { domainError } from '../../platform/input/errors.ts';
import { configOf } from '../node-config.ts';
import type { OperationKind } from './operation-kind.ts';

export const rebuildIndex: OperationKind<'rebuild_index', RebuildIndexInput> = {
  isCarriedOutByAgent: true,
  title: ({ index, remove }) => (remove ? `remove the data of ${index}` : `rebuild ${index}`),
  progress({ startedAt, params }, { metrics }) {
    if (metrics === null || (startedAt !== null && Date.parse(metrics.at) < startedAt.getTime())) return null;
    const name = indexNames[params['index'] as IndexKey];
    const index = metrics.indexes.find((each) => each.name === name);
    return index === undefined ? null : indexProgress(index.bestBlockHeight, metrics.height);
  },
  start: {
    conflictsWith: ['move', 'reindex', 'rebuild_index', 'rehearse'],
    // If the node cannot run any more, it may need the rebuild of another index.
    replaces: ({ state }, { observed }) => state === 'running' && observed?.phase === 'failing',
    judge(row, { index, remove = false }) {
      const refuse = (message: string) => domainError('action_not_possible', message);
      if (row.desiredState === 'stopped')
        throw refuse(`${row.name} is stopped; start it first, because only a running daemon builds an index`);
      const impossible = whyNoIndexRebuild(configOf(row), index, remove);
      if (impossible !== null) throw refuse(`${row.name}: ${impossible}`);
      return { index, remove, height: row.metrics?.height ?? null };
    },
  },
};
