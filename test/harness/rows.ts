import { randomUUID } from 'node:crypto';
import type { Database } from '../../src/control-plane/platform/database/database.ts';
import { organization } from '../../src/control-plane/tables/accounts.ts';
import { executor } from '../../src/control-plane/tables/executors.ts';
import { node } from '../../src/control-plane/tables/nodes.ts';

const amount = { total: 1_000_000, usedByNodes: 0, free: 500_000 };

export async function insertOrganization(database: Database): Promise<string> {
  const id = randomUUID();
  await database.insert(organization).values({ id, name: id, slug: id });
  return id;
}

/** The row of a reporting executor. */
export const executorRow = (organizationId: string, change: Partial<typeof executor.$inferInsert> = {}) => ({
  organizationId,
  name: 'host-1',
  kind: 'docker' as const,
  version: '1.0.0',
  channel: 'stable',
  instanceId: randomUUID(),
  capabilities: { clients: [], networks: [], nodeTypes: [] },
  resources: { cpuCores: amount, memoryMiB: amount, diskGiB: amount },
  orphans: [],
  heartbeatIntervalSeconds: 15,
  observedDigest: '',
  lastSeenAt: new Date(),
  online: true,
  ...change,
});

/** Creates a reporting executor directly in the database, and returns its id. */
export async function insertExecutor(database: Database, ...values: Parameters<typeof executorRow>): Promise<string> {
  const id = randomUUID();
  await database.insert(executor).values({ id, ...executorRow(...values) });
  return id;
}

interface Place {
  organizationId: string;
  executorId: string;
}

/** The row of a node with desired state running. */
export const nodeRow = (place: Place, change: Partial<typeof node.$inferInsert> = {}) => ({
  ...place,
  name: 'btc-1',
  network: 'mainnet' as const,
  client: 'bitcoind' as const,
  clientVersion: '31.1',
  nodeType: 'full' as const,
  cpuCores: 2,
  memoryMiB: 4096,
  diskGiB: 1200,
  overrides: [],
  desiredState: 'running' as const,
  ...change,
});

/** Creates a node with desired state running directly in the database, and returns its id. */
export async function insertNode(database: Database, ...values: Parameters<typeof nodeRow>): Promise<string> {
  const id = randomUUID();
  await database.insert(node).values({ id, ...nodeRow(...values) });
  return id;
}
