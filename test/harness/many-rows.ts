import { randomUUID } from 'node:crypto';
import type { Database } from '../../src/control-plane/platform/database/database.ts';
import { apikey, enrolmentToken, member, user } from '../../src/control-plane/tables/accounts.ts';
import { executor } from '../../src/control-plane/tables/executors.ts';
import { node } from '../../src/control-plane/tables/nodes.ts';
import { notificationNodeOverride } from '../../src/control-plane/tables/notifications.ts';

export const nameOf = (kind: string, index: number): string => `${kind}-${String(index).padStart(4, '0')}`;

/** Stores so many hosts, nodes with overrides, members, API keys and tokens. */
export async function insertMany(database: Database, organizationId: string, count: number): Promise<void> {
  const all = <T>(make: (index: number) => T): T[] => Array.from({ length: count }, (_none, index) => make(index));
  const now = new Date();
  const at = (index: number) => new Date(now.getTime() + index);
  const amount = { total: 100, usedByNodes: 0, free: 100 };
  const hosts = all((index) => ({
    ...{ id: randomUUID(), organizationId, name: nameOf('host', index), kind: 'docker' as const, version: '1.0.0' },
    ...{ instanceId: randomUUID(), observedDigest: '', lastSeenAt: now, online: true, orphans: [], channel: 'stable' },
    heartbeatIntervalSeconds: 15,
    capabilities: { clients: [], networks: [], nodeTypes: [] },
    resources: { cpuCores: amount, memoryMiB: amount, diskMiB: amount },
  }));
  await database.insert(executor).values(hosts);
  const nodes = all((index) => ({
    ...{ id: randomUUID(), organizationId, executorId: hosts[0]?.id ?? '', name: nameOf('node', index), overrides: [] },
    ...({ network: 'regtest', client: 'bitcoind', clientVersion: '31.0', nodeType: 'full' } as const),
    ...({ cpuCores: 2, memoryMiB: 4096, diskGiB: 1200, desiredState: 'running' } as const),
  }));
  await database.insert(node).values(nodes);
  await database
    .insert(notificationNodeOverride)
    .values(nodes.map(({ id: nodeId }) => ({ nodeId, organizationId, muted: true, thresholds: {} })));
  const people = all((index) => {
    const name = nameOf('person', index);
    return { id: randomUUID(), name, email: `${name}@example.com` };
  });
  await database.insert(user).values(people);
  await database
    .insert(member)
    .values(people.map(({ id }, index) => ({ id: randomUUID(), organizationId, userId: id, createdAt: at(index) })));
  await database.insert(apikey).values(
    all((index) => ({
      ...{ id: randomUUID(), configId: 'executor' as const, name: nameOf('key', index), start: 'satrap_e_' },
      ...{ key: randomUUID(), referenceId: organizationId, organizationId, createdAt: at(-index) },
    })),
  );
  await database.insert(enrolmentToken).values(
    all((index) => ({
      ...{ organizationId, hash: randomUUID(), executorName: nameOf('token', index) },
      ...{ createdBy: people[0]?.id ?? '', createdAt: at(-index), expiresAt: at(3_600_000) },
    })),
  );
}
