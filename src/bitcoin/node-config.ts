import type { ClientVersion } from './clients/registry.ts';
import type { Network } from './network.ts';

export type { Network } from './network.ts';

export type NodeType = 'full' | 'pruned';

/** What a node may use. `diskGiB` is a plan, not a limit that an engine enforces. */
export interface NodeResources {
  cpuCores: number;
  memoryMiB: number;
  diskGiB: number;
}

/** One key of bitcoin.conf as a user entered it. */
export interface ConfigOverride {
  key: string;
  value: string;
}

/** A signet other than the public one. Its challenge decides who may sign its blocks, and so which chain it is. */
export interface CustomSignet {
  /** A script in lower-case hexadecimal. */
  challenge: string;
  /** Addresses as `HOST` or `HOST:PORT`, where a node finds its first peers. */
  seedNodes: string[];
}

/** The Tor of a node. Everything that its daemon sends to peers goes through it. */
export interface NodeTor {
  /** `own`: a Tor that the operator runs. */
  mode: 'off' | 'own';
  /** Its SOCKS proxy, as `IP:PORT` that the node's container reaches. */
  proxy: string | null;
  /** The onion service that forwards to the node's P2P port; null for none. */
  onionAddress: string | null;
}

/** The configuration of a node's daemon, without secrets. */
export interface NodeConfig extends ClientVersion {
  network: Network;
  /** Null and absent for the public signet, and on every other network. */
  signet?: CustomSignet | null;
  /** Null and absent for a node that connects to its peers directly. */
  tor?: NodeTor | null;
  nodeType: NodeType;
  resources: NodeResources;
  overrides: readonly ConfigOverride[];
}

/** One fault of a configuration; `path` locates it, such as `['overrides', 2, 'key']`. */
export interface ConfigIssue {
  path: readonly (string | number)[];
  message: string;
}
