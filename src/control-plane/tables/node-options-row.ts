import type { Client } from '../../bitcoin/clients/registry.ts';
import type { Network, NodeType } from '../../bitcoin/node-config.ts';
import type { ClientOption } from '../../contract/types.generated.ts';
import type { ExecutorRow } from './executors.ts';

/** What a new node can be, before the lists that follow from it. */
export interface NodeOptionsRow {
  executor: ExecutorRow | null;
  networks: Network[];
  nodeTypes: NodeType[];
  clients: ClientOption[];
  /** The version whose configuration options are listed. */
  client: Client;
  clientVersion: string;
}
