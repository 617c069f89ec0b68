import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { claimDeliveries } from '../../../src/control-plane/alerts/webhooks/claims.ts';
import { markOffline } from '../../../src/control-plane/fleet/executors/mark-offline.ts';
import { organization } from '../../../src/control-plane/tables/accounts.ts';
import { webhookDelivery } from '../../../src/control-plane/tables/channels.ts';
import { event } from '../../../src/control-plane/tables/events.ts';
import { executor } from '../../../src/control-plane/tables/executors.ts';
import { withMigrated } from '../../harness/opened-database.ts';
import { insertExecutor, insertOrganization } from '../../harness/rows.ts';
import { sharedServerDatabase } from '../../harness/shared-control-plane.ts';

const server = sharedServerDatabase();

test('an inactive organization sends no notifications, not even of silent hosts', () =>
  withMigrated(server, async (database) => {
    const [active, inactive] = [await insertOrganization(database), await insertOrganization(database)];
    await database.update(organization).set({ isActive: false }).where(eq(organization.id, inactive));
    for (const organizationId of [active, inactive]) {
      await insertExecutor(database, organizationId, { lastSeenAt: new Date(Date.now() - 600_000) });
      const sent = { channelId: randomUUID(), sequence: 1, type: 'incident.opened', body: '{}' };
      await database.insert(webhookDelivery).values({ ...sent, organizationId, nextAttemptAt: new Date(0) });
    }
    const ofBoth = (rows: readonly { organizationId: string }[]) => rows.map(({ organizationId }) => organizationId);
    const claim = () => database.transaction((transaction) => claimDeliveries(transaction, 10));
    expect(ofBoth((await claim()).map(({ delivery }) => delivery))).toEqual([active]);
    await markOffline(database, { gaps: [], elapsed: 0 });
    expect(ofBoth(await database.select().from(executor).where(eq(executor.online, false)))).toEqual([active]);
    expect(ofBoth(await database.select().from(event))).toEqual([active]);
    // Deliveries that waited are sent if it stays.
    await database.update(organization).set({ isActive: true });
    expect(ofBoth((await claim()).map(({ delivery }) => delivery))).toEqual([inactive]);
  }));
