import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/control-plane/platform/database/open.ts';
import { apikey, enrolmentToken, member, user } from '../../src/control-plane/tables/accounts.ts';
import { executor } from '../../src/control-plane/tables/executors.ts';
import { notificationNodeOverride } from '../../src/control-plane/tables/notifications.ts';
import { provideConsole } from '../harness/console.ts';
import { quiet } from '../harness/control-plane.ts';
import { insertNode } from '../harness/rows.ts';
import { until } from '../harness/until.ts';

const site = provideConsole({ heartbeatSeconds: 300 });
const count = 1200;

let page: Page;
beforeAll(async () => {
  await fill();
  page = await site.openAsOwner();
});

const nameOf = (kind: string, index: number) => `${kind}-${String(index).padStart(4, '0')}`;
const all = <T>(make: (index: number) => T): T[] => Array.from({ length: count }, (_none, index) => make(index));

/** More of each kind than two pages hold, straight in the database. */
async function fill(): Promise<void> {
  const { organizationId } = site.controlPlane.made;
  const { database, close } = await openDatabase(site.controlPlane.settings, quiet);
  const now = new Date();
  const at = (index: number) => new Date(now.getTime() + index);
  const amount = { total: 100, usedByNodes: 0, free: 100 };
  try {
    await database.insert(executor).values(
      all((index) => ({
        ...{
          organizationId,
          name: nameOf('host', index),
          kind: 'docker' as const,
          version: '1.0.0',
          channel: 'stable',
        },
        ...{ instanceId: randomUUID(), observedDigest: '', lastSeenAt: now, online: true, orphans: [] },
        heartbeatIntervalSeconds: 15,
        capabilities: { clients: [], networks: [], nodeTypes: [] },
        resources: { cpuCores: amount, memoryMiB: amount, diskMiB: amount },
      })),
    );
    const [host] = await database.select({ executorId: executor.id }).from(executor).limit(1);
    const place = { organizationId, executorId: host?.executorId ?? '' };
    const nodeIds: string[] = [];
    for (const name of all((index) => nameOf('node', index)))
      nodeIds.push(await insertNode(database, place, { name, network: 'regtest' }));
    await database
      .insert(notificationNodeOverride)
      .values(nodeIds.map((nodeId) => ({ nodeId, organizationId, muted: true, thresholds: {} })));
    const people = all((index) => ({
      id: randomUUID(),
      name: nameOf('person', index),
      email: `${nameOf('person', index)}@example.com`,
    }));
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
        ...{ createdBy: people[0]?.id ?? '', createdAt: at(-index), expiresAt: new Date(now.getTime() + 3_600_000) },
      })),
    );
  } finally {
    await close();
  }
}

test.each([
  // The owner is a member, and has a key.
  { path: 'members', list: 'Members', more: 1, last: nameOf('person', count - 1) },
  { path: 'executors', list: 'Hosts', more: 0, last: nameOf('host', count - 1) },
  { path: 'keys', list: 'API keys', more: 1, last: nameOf('key', count - 1) },
  { path: 'keys', list: 'Tokens', more: 0, last: nameOf('token', count - 1) },
  { path: 'notifications', list: 'Nodes with overrides', more: 0, last: nameOf('node', count - 1) },
])('$list of more than two pages are shown to the last one', async ({ path, list, more, last }) => {
  await page.goto(path);
  const rows = page.getByRole('region', { name: list, exact: true });
  await rows.getByRole('row').nth(5).waitFor();
  await rows.focus();
  // The end of what is there: more may come after it.
  await until('the last one is shown', async () => {
    await page.keyboard.press('End');
    return rows.getByText(last, { exact: true }).isVisible();
  });
  const head = 1;
  expect(Number(await rows.getByRole('table').getAttribute('aria-rowcount'))).toBe(head + count + more);
});
