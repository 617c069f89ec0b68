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

/** Creates a reporting executor directly in the database, and returns its id. */
export async function insertExecutor(
  database: Database,
  organizationId: string,
  change: Partial<typeof executor.$inferInsert> = {},
): Promise<string> {
  const [row] = await database
    .insert(executor)
    .values({
      organizationId,
      name: 'host-1',
      kind: 'docker',
      version: '1.0.0',
      channel: 'stable',
      instanceId: randomUUID(),
      capabilities: { clients: [], networks: [], nodeTypes: [] },
      resources: { cpuCores: amount, memoryMiB: amount, diskMiB: amount },
      orphans: [],
      heartbeatIntervalSeconds: 15,
      observedDigest: '',
      lastSeenAt: new Date(),
      online: true,
      ...change,
    })
    .returning({ id: executor.id });
  if (row === undefined) throw new Error('no executor was made');
  return row.id;
}

/** Creates a node with desired state running directly in the database, and returns its id. */
export async function insertNode(
  database: Database,
  place: { organizationId: string; executorId: string },
  change: Partial<typeof node.$inferInsert> = {},
): Promise<string> {
  const [row] = await database
    .insert(node)
    .values({
      ...place,
      name: 'btc-1',
      network: 'mainnet',
      client: 'bitcoind',
      clientVersion: '31.0',
      nodeType: 'full',
      cpuCores: 2,
      memoryMiB: 4096,
      diskGiB: 1200,
      overrides: [],
      desiredState: 'running',
      ...change,
    })
    .returning({ id: node.id });
  if (row === undefined) throw new Error('no node was made');
  return row.id;
}
