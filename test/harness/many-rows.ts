import { randomUUID } from 'node:crypto';
import type { Database } from '../../src/control-plane/platform/database/database.ts';
import { apikey, enrolmentToken, member, user } from '../../src/control-plane/tables/accounts.ts';
import { executor } from '../../src/control-plane/tables/executors.ts';
import { node } from '../../src/control-plane/tables/nodes.ts';
import { notificationNodeOverride } from '../../src/control-plane/tables/notifications.ts';
import { executorRow, nodeRow } from './rows.ts';

export const nameOf = (kind: string, index: number): string => `${kind}-${String(index).padStart(4, '0')}`;

/** Stores so many hosts, nodes with overrides, members, API keys and tokens. */
export async function insertMany(database: Database, organizationId: string, count: number): Promise<void> {
  const all = <T>(make: (index: number) => T): T[] => Array.from({ length: count }, (_none, index) => make(index));
  const now = new Date();
  const at = (index: number) => new Date(now.getTime() + index);
  const hosts = all((index) => executorRow(organizationId, { id: randomUUID(), name: nameOf('host', index) }));
  await database.insert(executor).values(hosts);
  const place = { organizationId, executorId: hosts[0]?.id ?? '' };
  const nodes = all((index) => ({
    ...nodeRow(place, { name: nameOf('node', index), network: 'regtest' }),
    id: randomUUID(),
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
