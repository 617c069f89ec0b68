import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { apikey, enrolmentToken, member, user } from '../../src/control-plane/tables/accounts.ts';
import { executor } from '../../src/control-plane/tables/executors.ts';
import { node } from '../../src/control-plane/tables/nodes.ts';
import { notificationNodeOverride } from '../../src/control-plane/tables/notifications.ts';
import { provideConsole } from '../harness/console.ts';
import { until } from '../harness/until.ts';

const site = provideConsole({ heartbeatSeconds: 300 });
/** One more than two pages hold. */
const count = 1001;

let page: Page;
beforeAll(async () => {
  await fill();
  page = await site.openAsOwner();
});

const nameOf = (kind: string, index: number) => `${kind}-${String(index).padStart(4, '0')}`;
const all = <T>(make: (index: number) => T): T[] => Array.from({ length: count }, (_none, index) => make(index));

/** As many of each kind, straight in the database. */
async function fill(): Promise<void> {
  const { database } = site;
  const { organizationId } = site.controlPlane.made;
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

/** Goes to the end of a list, after which more may come. */
const untilLast = (list: string, last: string) =>
  until('the last one is shown', async () => {
    const rows = page.getByRole('region', { name: list, exact: true });
    await rows.focus();
    await page.keyboard.press('End');
    return rows.getByText(last, { exact: true }).isVisible();
  });

test.each([
  // The owner is a member, and has a key.
  { path: 'members', list: 'Members', more: 1, kind: 'person' },
  { path: 'executors', list: 'Hosts', more: 0, kind: 'host' },
  { path: 'keys', list: 'API keys', more: 1, kind: 'key' },
  { path: 'keys', list: 'Tokens', more: 0, kind: 'token' },
  { path: 'notifications', list: 'Nodes with overrides', more: 0, kind: 'node' },
])('$list of more than two pages are shown to the last one', async ({ path, list, more, kind }) => {
  if (!page.url().endsWith(path)) await page.goto(path);
  const rows = page.getByRole('region', { name: list, exact: true });
  await rows.getByRole('row').nth(5).waitFor();
  await untilLast(list, nameOf(kind, count - 1));
  const head = 1;
  expect(Number(await rows.getByRole('table').getAttribute('aria-rowcount'))).toBe(head + count + more);
});

test('of many nodes the first ones do not wait for the others, and the page holds only those that can be seen', async () => {
  const { promise: othersMayCome, resolve: letOthersCome } = Promise.withResolvers<void>();
  await page.route('**/graphql', async (route) => {
    const { query, variables } = route.request().postDataJSON();
    if (/query NodeList\b/.test(query) && variables.skip > 0) await othersMayCome;
    await route.continue();
  });
  await page.goto('nodes?name=node-');
  const table = page.getByRole('table', { name: 'Nodes' });
  await table.getByRole('link', { name: 'node-0000' }).waitFor();
  await page.getByText('Showing the first 100. Loading more…').waitFor();
  expect(await table.getAttribute('aria-rowcount')).toBe('-1');
  const selectAll = page.getByRole('checkbox', { name: 'Select all' });
  expect(await selectAll.count()).toBe(0);
  letOthersCome();
  await selectAll.waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  expect(await table.getAttribute('aria-rowcount')).toBe('1002');
  expect(await table.getByRole('row').count()).toBeLessThan(80);
  await untilLast('Nodes', nameOf('node', count - 1));
  expect(await table.getByRole('row').count()).toBeLessThan(80);
});
