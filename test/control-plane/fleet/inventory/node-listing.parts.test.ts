import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { ObservedNodeInput } from '../../../../src/contract/types.generated.ts';
import { rowsOf } from '../../../../src/control-plane/platform/database/database.ts';
import { node, nodeListing } from '../../../../src/control-plane/tables/nodes.ts';
import { insertExecutor, insertNode, insertOrganization } from '../../../harness/rows.ts';
import { sample } from '../../../harness/sample.ts';
import { sharedDatabase } from '../../../harness/shared-control-plane.ts';

const database = sharedDatabase();

const since = new Date(0).toISOString();
const observed = (phase: 'failing' | 'running', ...codes: string[]): ObservedNodeInput => ({
  ...{ id: '', phase, since, reason: null },
  problems: codes.map((code) => ({ code, reason: '', since })),
});

test('the listing of a node follows each change of it, until the node is removed', async () => {
  const organizationId = await insertOrganization(database);
  const executorId = await insertExecutor(database, organizationId);
  const other = await insertExecutor(database, organizationId, { name: 'host-2' });
  const id = await insertNode(database, { organizationId, executorId });
  const listed = async () => (await database.select().from(nodeListing).where(eq(nodeListing.id, id)))[0];
  expect(await listed()).toMatchObject({ executorId, name: 'btc-1', phase: null, problems: [], height: null });
  const changes: [Partial<typeof node.$inferInsert>, object][] = [
    [{ name: 'renamed' }, { name: 'renamed' }],
    [{ executorId: other }, { executorId: other }],
    [
      { desiredState: 'stopped', clientVersion: '31.1' },
      { desiredState: 'stopped', clientVersion: '31.1' },
    ],
    [{ observed: observed('running') }, { phase: 'running', problems: [] }],
    [{ observed: observed('running', 'no_peers') }, { phase: 'running', problems: ['no_peers'] }],
    [{ observed: observed('failing') }, { phase: 'failing', problems: [] }],
    [{ metrics: sample(5) }, { height: 5 }],
    [{ metrics: sample(4) }, { height: 4 }],
    [
      { createdAt: new Date(1000), updatedAt: new Date(2000) },
      { createdAt: new Date(1000), updatedAt: new Date(2000) },
    ],
    [{ removedAt: null }, { name: 'renamed', executorId: other, phase: 'failing', height: 4 }],
  ];
  for (const [change, expected] of changes) {
    await database.update(node).set(change).where(eq(node.id, id));
    expect(await listed()).toMatchObject(expected);
  }
  await database.update(node).set({ removedAt: new Date() }).where(eq(node.id, id));
  expect(await listed()).toBeUndefined();
  await database.update(node).set({ removedAt: null }).where(eq(node.id, id));
  expect(await listed()).toMatchObject({ name: 'renamed' });
  await database.delete(node).where(eq(node.id, id));
  expect(await listed()).toBeUndefined();
});

test('a sample or report without news for lists leaves the listing as it is', async () => {
  const organizationId = await insertOrganization(database);
  const executorId = await insertExecutor(database, organizationId);
  const first = { metrics: sample(5), observed: observed('running', 'no_peers') };
  const id = await insertNode(database, { organizationId, executorId }, first);
  const version = async () =>
    rowsOf(await database.execute(sql`SELECT xmin::text, ctid::text FROM node_listing WHERE id = ${id}`));
  const before = await version();
  const same = { metrics: sample(5, { peersInbound: 99 }), observed: { ...first.observed, reason: 'other' } };
  await database.update(node).set(same).where(eq(node.id, id));
  expect(await version()).toEqual(before);
});
