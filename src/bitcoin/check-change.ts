import { keepsBlocks } from './keeps-blocks.ts';
import type { ConfigIssue, NodeConfig } from './node-config.ts';
import { nodeSettings } from './node-settings.ts';

/** The indexes that bitcoind builds from the first block on. It exits where it finds that block pruned (src/init.cpp, StartIndexBackgroundSync). */
const indexesOfAllBlocks = ['blockfilterindex', 'coinstatsindex'];

/** Every fault of a change that lies in the change: what the present node no longer has cannot be asked of it. */
export function checkChange(current: NodeConfig, next: NodeConfig): ConfigIssue[] {
  return [...blocksThatAreGone(current, next), ...indexesOverPrunedBlocks(current, next)];
}

function blocksThatAreGone(current: NodeConfig, next: NodeConfig): ConfigIssue[] {
  const byType = current.nodeType === 'pruned' && next.nodeType === 'full';
  if (!byType && (keepsBlocks(current) || !keepsBlocks(next))) return [];
  const path = byType ? ['nodeType'] : ['overrides'];
  return [{ path, message: 'a pruned node has thrown its old blocks away; create a full node instead' }];
}

function indexesOverPrunedBlocks(current: NodeConfig, next: NodeConfig): ConfigIssue[] {
  if (keepsBlocks(current)) return [];
  return indexesOfAllBlocks
    .filter((key) => isOn(next, key) && !isOn(current, key))
    .map((key) => ({
      path: ['overrides', next.overrides.findIndex((override) => override.key.endsWith(key)), 'value'],
      message: `${key} is built from the first block on, which a pruned node has thrown away; create a node that has it from the beginning`,
    }));
}

/** Whether a setting of the configuration is on. */
export const isOn = (config: NodeConfig, key: string): boolean =>
  (nodeSettings(config).find((setting) => setting.key === key)?.value ?? '0') !== '0';
