import type { IndexKey } from './chain-facts.ts';
import { whyNoIndexRebuild } from './chain-indexes.ts';
import { networkFacts } from './network.ts';
import type { NodeConfig } from './node-config.ts';
import { downloadsAgain, type ReindexKind, whyNoReindex } from './reindex.ts';

/** A rebuild of chain data, or of one index; `remove` deletes the data of an index that is off. */
export type Rebuild = { kind: ReindexKind } | { kind: 'rebuild_index'; index: IndexKey; remove: boolean };

export interface RebuildFacts {
  height: number | null;
  /** Bytes of the block files. */
  chainBytes: number | null;
}

/** Returns why a rebuild cannot help a node; null if it can. */
export const whyNoRebuild = (config: NodeConfig, rebuild: Rebuild): string | null =>
  rebuild.kind === 'rebuild_index'
    ? whyNoIndexRebuild(config, rebuild.index, rebuild.remove)
    : whyNoReindex(config, rebuild.kind);

/** Describes what a rebuild does: what is built and from what, what is kept, and how long it takes. */
export function rebuildEffects(config: NodeConfig, rebuild: Rebuild, { height, chainBytes }: RebuildFacts): string[] {
  const { syncTime, indexHours } = networkFacts(config.network);
  const size = chainBytes === null ? '' : ` (${(chainBytes / 2 ** 30).toFixed(1)} GiB)`;
  const upTo = height === null ? '' : `, up to height ${height}`;
  if (rebuild.kind === 'rebuild_index') {
    const { index, remove } = rebuild;
    const [from, to] = indexHours[index];
    const stays = `keeps blocks${size}, chain state, other indexes and wallets`;
    const restarts = 'restarts the daemon';
    if (remove) return [restarts, `deletes the data of ${index}`, stays];
    const time = to === 0 ? 'seconds' : `typically ${from} to ${to} hours, while the node serves everything else`;
    return [restarts, `deletes ${index} and builds it again from the blocks${upTo}`, stays, `takes ${time}`];
  }
  const again = downloadsAgain(config, rebuild.kind);
  const what = rebuild.kind === 'reindex' ? 'the block index, the chain state and all indexes' : 'the chain state';
  return [
    'restarts the daemon, which is not at the tip until the end',
    again
      ? `deletes ${what} and the blocks that are left, and downloads the whole chain again, which you must confirm`
      : `builds ${what} again from the block files${size}${upTo}; downloads nothing again that is intact`,
    'keeps wallets and configuration',
    `takes ${syncTime ?? 'seconds'}`,
  ];
}
