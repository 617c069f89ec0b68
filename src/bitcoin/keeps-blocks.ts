import type { NodeConfig } from './node-config.ts';
import { nodeSettings } from './node-settings.ts';

/** Whether a node keeps the whole block history, which neither a pruned node does nor a full one with an override of `prune`. */
export const keepsBlocks = (config: NodeConfig): boolean =>
  (nodeSettings(config).find(({ key }) => key === 'prune')?.value ?? '0') === '0';
