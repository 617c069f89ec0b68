import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { importOrganization } from '../../../../src/control-plane/commands/backup/import-organization.ts';
import { initControlPlane } from '../../../../src/control-plane/commands/init.ts';
import { createApiKey } from '../../../../src/control-plane/people/accounts/api-keys.ts';
import { newSecret } from '../../../../src/control-plane/people/accounts/secret.ts';
import type { Database } from '../../../../src/control-plane/platform/database/database.ts';
import { defaultSettings } from '../../../../src/control-plane/settings.ts';
import { apikey, type KeyRow, organization } from '../../../../src/control-plane/tables/accounts.ts';
import { notificationChannel } from '../../../../src/control-plane/tables/channels.ts';
import { alertIncident } from '../../../../src/control-plane/tables/incidents.ts';
import { executorUpgrade } from '../../../../src/control-plane/tables/releases.ts';
import { organizationRpcCredentials } from '../../../../src/control-plane/tables/rpc-credentials.ts';
import { databaseContents } from '../../../harness/database-contents.ts';
import { withMigrated } from '../../../harness/opened-database.ts';
import { organizationFile } from '../../../harness/organization-file.ts';
import { insertExecutor, insertNode, insertOrganization } from '../../../harness/rows.ts';
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

test('a file with no organization, another name or several adds nothing', async () => {
  const name = 'must have exactly one organization, that of its header';
  await expectRefused(name, async (into) => insertExecutor(into, victim), { ...moved, id: victim });
  await expectRefused(name, async (into) => into.insert(organization).values([ofMoved, { ...ofMoved, slug: 'more' }]));
  await expectRefused(name, async (into) => into.insert(organization).values({ ...ofMoved, name: 'Here' }));
});

test('refuses a file with keys, channels or incidents of another organization', async () => {
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

test.each([
  // Each would stop a job that all organizations share.
  ['executor', sql`resources = '{"diskGiB":{"total":"x"}}'`],
  ['executor', sql`resources = 'null'`],
  ['executor', sql`resources = jsonb_set(resources, '{diskGiB,total}', '1e308')`],
  ['executor', sql`capabilities = '{"clients":5}'`],
  ['executor', sql`heartbeat_interval_seconds = 1000000000`],
  ['executor', sql`last_seen_at = '-infinity'`],
  ['executor', sql`desired_revision = 2147483647`],
  ['node', sql`overrides = '{}'`],
  ['node', sql`metrics = '{"warnings":5}'`],
  ['node', sql`observed = '{"problems":5}'`],
  ['alert_incident', sql`code = 'unknown'`],
  ['alert_incident', sql`data = 'null'`],
  ['alert_incident', sql`subject_type = 'node', subject_id = 'none'`],
  ['executor_upgrade', sql`target_version = 'none'`],
])('a file whose %s has a value that no control plane stores is refused', async (table, change) => {
  await expectRefused(`has a row of ${table} that no control plane stores`, async (into) => {
    const [organizationId, now] = [moved.id, new Date()];
    await into.insert(organization).values(ofMoved);
    const executorId = await insertExecutor(into, organizationId);
    await insertNode(into, { organizationId, executorId });
    const subject = { subjectType: 'executor', subjectId: executorId, subjectName: 'host' } as const;
    const of = { code: 'executor_offline', severity: 'critical', status: 'open', message: '', data: {} } as const;
    await into.insert(alertIncident).values({ ...of, ...subject, organizationId, startedAt: now, updatedAt: now });
    const upgrade = { organizationId, executorId, fromVersion: '1.0.0', targetVersion: '2.0.0', requestedBy: 'x' };
    await into.insert(executorUpgrade).values({ ...upgrade, deadline: now });
    await into.execute(sql`UPDATE ${sql.identifier(table)} SET ${change}`);
  });
});

test('refuses a file with missing rows, another key’s secrets or too many addresses', async () => {
  await expectRefused('has a row that does not fit', async (into) => {
    await into.insert(organization).values(ofMoved);
    await insertNode(into, { organizationId: moved.id, executorId: randomUUID() });
  });
  const unreadable = 'has a secret that cannot be read';
  await expectRefused(unreadable, async (into, secret) => {
    await into.insert(organization).values(ofMoved);
    // It would send to anybody with the mail server of others.
    const addresses = Array.from({ length: 11 }, (_, index) => `${index}@there.example`);
    const sealedTarget = secret.seal(JSON.stringify({ url: '', addresses, chatId: '', token: '' }));
    const shown = { kind: 'email', name: 'all', target: '', lowestSeverity: 'info', enabled: true } as const;
    await into.insert(notificationChannel).values({ organizationId: moved.id, ...shown, sealedTarget });
  });
  await expectRefused(unreadable, async (into) => {
    await into.insert(organization).values(ofMoved);
    const pair = { user: 'satrap', sealedPassword: newSecret().seal('password'), rpcAuth: 'satrap:00$00' };
    await into.insert(organizationRpcCredentials).values({ organizationId: moved.id, ...pair });
  });
});

test('texts of a header can hide neither in the output nor in the suggested commands', async () => {
  const fill = async (into: Database) => into.insert(organization).values(ofMoved);
  const format = 'is not in this release’s backup format';
  await expectRefused(format, fill, { ...moved, name: '\u001b[2J' });
  await expectRefused(format, fill, { ...moved, id: 'here ../there' });
  const member = (email: string) => ({ email, role: 'admin' as const });
  const members = [member('a@b.example; rm -rf /'), member('colleague@there.example'), member(owner)];
  const { members: shown } = await imported(await organizationFile(database.databaseUrl, { ...moved, members }, fill));
  expect(shown).toEqual([member('colleague@there.example')]);
});
