import type { Network } from './network.ts';
import type { NodeResources } from './resources.ts';

export type { Network } from './network.ts';
export type { NodeResources } from './resources.ts';

export type NodeType = 'full' | 'pruned';

/** One key of bitcoin.conf as a user entered it. */
export interface ConfigOverride {
  key: string;
  value: string;
}

/** All that a node's daemon is configured from, secrets apart. */
export interface NodeConfig {
  network: Network;
  client: 'bitcoind';
  clientVersion: string;
  nodeType: NodeType;
  resources: NodeResources;
  overrides: readonly ConfigOverride[];
}

/** One fault of a configuration. `path` leads to it, such as `['overrides', 2, 'key']`; the message says what is allowed. */
export interface ConfigIssue {
  path: readonly (string | number)[];
  message: string;
}
