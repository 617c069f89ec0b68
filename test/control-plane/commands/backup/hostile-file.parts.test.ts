import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { importOrganization } from '../../../../src/control-plane/commands/backup/import-organization.ts';
import { initControlPlane } from '../../../../src/control-plane/commands/init.ts';
import { createApiKey } from '../../../../src/control-plane/people/accounts/api-keys.ts';
import type { Database } from '../../../../src/control-plane/platform/database/database.ts';
import { defaultSettings } from '../../../../src/control-plane/settings.ts';
import { apikey, type KeyRow, organization } from '../../../../src/control-plane/tables/accounts.ts';
import { notificationChannel } from '../../../../src/control-plane/tables/channels.ts';
import { alertIncident } from '../../../../src/control-plane/tables/incidents.ts';
import { databaseContents } from '../../../harness/database-contents.ts';
import { withMigrated } from '../../../harness/opened-database.ts';
import { organizationFile } from '../../../harness/organization-file.ts';
import { insertExecutor, insertOrganization } from '../../../harness/rows.ts';
import { sharedFolder } from '../../../harness/scratch-folder.ts';
import { quiet } from '../../../harness/server-database.ts';
import { sharedServerDatabase } from '../../../harness/shared-control-plane.ts';

// The maker of a file is hostile to an organization of the control plane that imports it.

const database = sharedServerDatabase();
const folder = sharedFolder('hostile');
const owner = 'owner@here.example';
const settings = () => ({
  ...{ ...defaultSettings, dataDir: join(folder, 'data'), production: true },
  databaseUrl: database.databaseUrl,
});
/** The organization of the others. */
let victim: string;
let victimKey: KeyRow;

beforeAll(async () => {
  await initControlPlane(settings(), { email: owner, organization: 'Here' }, quiet);
  await withMigrated(settings(), async (present) => {
    victim = await insertOrganization(present);
    victimKey = await keyOf(present, victim);
  });
});

const keyOf = async (into: Database, organizationId: string) =>
  (await createApiKey(into, { organizationId, userId: null, purpose: 'executor', name: 'host', executorName: 'host' }))
    .apiKey;

const moved = { id: 'hostile', name: 'Hostile', members: [] };
const ofMoved = { ...moved, slug: 'hostile' };

const imported = (file: string) => importOrganization(settings(), { file, owner }, quiet);

/** Expects that a file with these rows is refused, and changes nothing. */
async function expectRefused(
  reason: string | RegExp,
  fill: Parameters<typeof organizationFile>[2],
  header: Parameters<typeof organizationFile>[1] = moved,
): Promise<void> {
  const file = await organizationFile(database.databaseUrl, header, fill);
  // Sequences count attempts.
  const contents = async () => ({ ...(await databaseContents(database.databaseUrl)), sequences: null });
  const before = await contents();
  await expect(imported(file)).rejects.toThrow(reason);
  expect(await contents()).toEqual(before);
}

test('a file without its organization, with another name for it or with several adds nothing', async () => {
  const name = 'must have exactly one organization, that of its header';
  await expectRefused(name, async (into) => insertExecutor(into, victim), { ...moved, id: victim });
  await expectRefused(name, async (into) => into.insert(organization).values([ofMoved, { ...ofMoved, slug: 'more' }]));
  await expectRefused(name, async (into) => into.insert(organization).values({ ...ofMoved, name: 'Here' }));
});

test('a file with a key, a channel or an incident of others is refused, and one whose key would end one of theirs', async () => {
  const taken = (table: string) => `a row of ${table}`;
  const withMoved = (fill: (into: Database) => Promise<unknown>) => async (into: Database) => {
    await into.insert(organization).values(ofMoved);
    await fill(into);
  };
  for (const change of [{ id: victimKey.id }, { key: victimKey.key }, { replacesId: victimKey.id }])
    await expectRefused(
      taken('apikey'),
      withMoved(async (into) => {
        await keyOf(into, moved.id);
        await into.update(apikey).set(change);
      }),
    );
  // Look-ups for several organizations at once tell these apart by their ids alone.
  const [id, now] = [randomUUID(), new Date()];
  const channel = { id, kind: 'webhook', name: 'ops', sealedTarget: '', target: '', lowestSeverity: 'info' } as const;
  const subject = { subjectType: 'executor', subjectId: randomUUID(), subjectName: 'host' } as const;
  const of = { code: 'executor_offline', severity: 'critical', status: 'open', message: '', data: {} } as const;
  const insertBoth = async (into: Database, organizationId: string) => {
    await into.insert(notificationChannel).values({ ...channel, organizationId, enabled: true });
    await into.insert(alertIncident).values({ ...of, ...subject, id, organizationId, startedAt: now, updatedAt: now });
  };
  await withMigrated(settings(), (present) => insertBoth(present, victim));
  for (const [table, left] of [
    ['notification_channel', alertIncident],
    ['alert_incident', notificationChannel],
  ] as const)
    await expectRefused(
      taken(table),
      withMoved(async (into) => {
        await insertBoth(into, moved.id);
        await into.delete(left);
      }),
    );
});
