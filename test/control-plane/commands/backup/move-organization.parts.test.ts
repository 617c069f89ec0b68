import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { createBackup } from '../../../../src/control-plane/commands/backup/create-backup.ts';
import { exportOrganization } from '../../../../src/control-plane/commands/backup/export-organization.ts';
import { encodeFrames, type Frame, readFrames } from '../../../../src/control-plane/commands/backup/frames.ts';
import type { BackupTable } from '../../../../src/control-plane/commands/backup/header.ts';
import { importOrganization } from '../../../../src/control-plane/commands/backup/import-organization.ts';
import { restoreBackup } from '../../../../src/control-plane/commands/backup/restore-backup.ts';
import { createKey } from '../../../../src/control-plane/commands/create-key.ts';
import { initControlPlane } from '../../../../src/control-plane/commands/init.ts';
import { readSecret } from '../../../../src/control-plane/people/accounts/secret.ts';
import { withConnection } from '../../../../src/control-plane/platform/database/connect.ts';
import { type ControlPlaneSettings, defaultSettings } from '../../../../src/control-plane/settings.ts';
import { databaseContents } from '../../../harness/database-contents.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { dataOf } from '../../../harness/graphql.ts';
import { codeOf } from '../../../harness/inhabited.ts';
import { withMigrated } from '../../../harness/opened-database.ts';
import { type Replica, startReplica } from '../../../harness/replica.ts';
import { insertExecutor, insertNode, insertOrganization } from '../../../harness/rows.ts';
import { satrapHere } from '../../../harness/satrap-here.ts';
import { scratchFolder, sharedFolder } from '../../../harness/scratch-folder.ts';
import { quiet } from '../../../harness/server-database.ts';
import { sharedServerDatabase } from '../../../harness/shared-control-plane.ts';
import { shared } from '../../../harness/shared-part.ts';
import { until } from '../../../harness/until.ts';
import { makeWorld } from '../../tenancy/world.ts';

// An organization with an object of every kind moves from one control plane to another, which has one of its own.

const world = shared(makeWorld, ({ destroy }) => destroy());
const targetDatabase = sharedServerDatabase();
const folder = sharedFolder('move');
const file = join(folder, 'acme');
const owner = 'owner@elsewhere.example';
let target: ControlPlaneSettings & { databaseUrl: string };
let acme: string;
let passwordBefore: string;
let auditBefore: { sequence: number; hash: string };

const anything = '{ nodes { id } }';
const rpcPassword = '{ nodeRpcCredentials { password } }';

beforeAll(async () => {
  acme = world.acme.ids.organization;
  const { databaseUrl } = targetDatabase;
  target = { ...defaultSettings, dataDir: join(folder, 'target'), databaseUrl, production: true };
  await initControlPlane(target, { email: owner, organization: 'Elsewhere' }, quiet);
  const lost = { organization: acme, file: join(folder, 'missing', 'acme') };
  await expect(exportOrganization(world.controlPlane.settings, lost, quiet, 0)).rejects.toThrow('ENOENT');
  // An organization there has claimed the host’s ids, which blocks no import.
  await withMigrated(target, async (database) => {
    const { executor, node } = world.acme.ids;
    const organizationId = await insertOrganization(database);
    await insertExecutor(database, organizationId, { id: executor });
    await insertNode(database, { organizationId, executorId: executor }, { id: node });
  });
  // A failed export changes nothing.
  passwordBefore = (await world.controlPlane.ask(rpcPassword, {}, world.ownerKey)).nodeRpcCredentials.password;
  auditBefore = (await world.controlPlane.ask('{ auditVerification { last { sequence hash } } }', {}, world.ownerKey))
    .auditVerification.last;
  await exportOrganization(world.controlPlane.settings, { organization: acme, file }, quiet, 0);
});

/** The file with its frames changed, and a checksum that fits. */
async function forged(change: (frame: Frame) => Frame): Promise<string> {
  const made = join(scratchFolder('move'), 'forged');
  async function* frames() {
    for await (const frame of readFrames(file)) yield change(frame);
  }
  writeFileSync(made, gzipSync(Buffer.concat(await Array.fromAsync(encodeFrames(frames())))));
  return made;
}

const expectRefused = async (from: string, reason: string | RegExp, by = owner) => {
  // Sequences count attempts.
  const contents = async () => ({ ...(await databaseContents(target.databaseUrl)), sequences: null });
  const before = await contents();
  await expect(importOrganization(target, { file: from, owner: by }, quiet)).rejects.toThrow(reason);
  expect(await contents()).toEqual(before);
};

test('an export revokes the organization’s keys, and contains no secret or password', async () => {
  const {
    acme: { host },
    controlPlane,
    ownerKey,
  } = world;
  for (const key of [ownerKey, host.key])
    await until(
      'the key has ended',
      async () => codeOf(await controlPlane.call(anything, {}, key)) === 'unauthenticated',
    );
  expect((await controlPlane.call(anything)).errors).toBeUndefined();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const text = gunzipSync(readFileSync(file)).toString('latin1');
  expect(text).not.toContain(readSecret(controlPlane.settings.dataDir).text);
  const secrets = await withConnection(controlPlane.settings.databaseUrl ?? '', async (client) => {
    const { rows } = await client.query(`SELECT key AS text FROM apikey WHERE config_id = 'personal'
      UNION ALL SELECT password FROM account WHERE password IS NOT NULL UNION ALL SELECT token_hash FROM invitation
      UNION ALL SELECT hash FROM enrolment_token UNION ALL SELECT sealed_target FROM notification_channel`);
    return rows.map((row) => row.text as string);
  });
  expect(secrets.length).toBeGreaterThan(5);
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
});

test('a file that was changed, for other organizations or people, imports nothing', async () => {
  const inTable = (name: string, change: (text: string) => string) => {
    let isInside = false;
    return ({ kind, payload }: Frame): Frame => {
      if (kind === 't') isInside = JSON.parse(payload.toString()).name === name;
      return kind === 'd' && isInside ? { kind, payload: Buffer.from(change(payload.toString())) } : { kind, payload };
    };
  };
  const personal = await forged(inTable('apikey', (rows) => rows.replace('\texecutor\t', '\tpersonal\t')));
  await expectRefused(personal, 'has a row of another organization in apikey');
  const others = await forged(inTable('node', (rows) => rows.replace(acme, 'another')));
  await expectRefused(others, 'has a row of another organization in node');
  const ofPeople = await forged(({ kind, payload }) => ({
    kind,
    payload: kind === 't' ? Buffer.from(payload.toString().replace('"name":"node"', '"name":"member"')) : payload,
  }));
  await expectRefused(ofPeople, 'which this release does not have there');
  await expectRefused(file, 'no account nobody@example.com here', 'nobody@example.com');
});

test('a backup is no export, and an export is no backup', async () => {
  const backup = join(folder, 'backup');
  await createBackup(world.controlPlane.settings, { file: backup, withSecrets: true }, quiet);
  await expectRefused(backup, 'use satrap control-plane restore');
  const empty = { ...target, dataDir: join(folder, 'empty') };
  await expect(restoreBackup(empty, file, quiet)).rejects.toThrow('use satrap control-plane import');
});

/** The rows of a file by table, in the order of their counters, without what a move changes. */
async function rowsOf(path: string): Promise<Record<string, string[]>> {
  const changed = [
    'is_active',
    'slug',
    'created_by',
    'release_id',
    'sealed_target',
    'secrets',
    'sealed_password',
    'sealed_gateway_key',
  ];
  const counted = ['event', 'alert_incident', 'audit_action'];
  const contents: Record<string, string[]> = {};
  let table: BackupTable = { schema: '', name: '', columns: [] };
  let text = '';
  for await (const { kind, payload } of readFrames(path)) {
    if (kind === 't') [table, text] = [JSON.parse(payload.toString()), ''];
    if (kind === 'd') text += payload.toString();
    if (kind !== 'e') continue;
    const { name, columns } = table;
    const rows = text
      .split('\n')
      .slice(0, -1)
      .map((row) => row.split('\t'));
    const isCounter = (column: string | undefined) => counted.includes(name) && column === 'sequence';
    const counter = columns.findIndex(isCounter);
    if (counter >= 0) rows.sort((a, b) => Number(a[counter]) - Number(b[counter]));
    const kept = rows.map((row) =>
      row.filter((_, index) => !isCounter(columns[index]) && !changed.includes(columns[index] ?? '')).join(' '),
    );
    contents[name] = (counter >= 0 ? kept : kept.toSorted()).filter((row) => !/ (ex|im)portOrganization /.test(row));
  }
  return contents;
}

test('an import adds all rows in order, and names the people to invite', async () => {
  const env = { DATABASE_URL: target.databaseUrl };
  const outcome = await satrapHere(['control-plane', 'import', file, '--owner', owner, '--data', target.dataDir], env);
  expect(outcome).toMatchObject({ code: 0, stderr: '' });
  expect(outcome.stdout).toMatch(/^Imported Acme \(/);
  expect(outcome.stdout).toMatch(/^ {2}satrap invitations create acme-owner-\S+ --role owner$/m);
  // Moved on, it has the same rows.
  const again = join(folder, 'again');
  await exportOrganization(target, { organization: acme, file: again }, quiet, 0);
  const [first, second] = [await rowsOf(file), await rowsOf(again)];
  expect(second).toEqual(first);
  const filled = Object.entries(first).flatMap(([table, rows]) => (rows.length > 0 ? [table] : []));
  expect(filled).toEqual(
    expect.arrayContaining(['executor', 'node', 'event', 'node_minute', 'audit_action', 'alert_incident']),
  );
  const activate = `UPDATE organization SET is_active = true WHERE id = '${acme}'`;
  await withConnection(target.databaseUrl, (client) => client.query(activate));
});

test('refuses a second import, also into its origin, and changes nothing', async () => {
  await expectRefused(file, 'is here already');
  const source = { ...world.controlPlane.settings, databaseUrl: world.controlPlane.settings.databaseUrl ?? '' };
  await expect(importOrganization(source, { file, owner: 'owner@example.com' }, quiet)).rejects.toThrow('here already');
});

test('the host continues with its key and nodes, and people find its history', async () => {
  const { acme: objects, ownerKey, controlPlane } = world;
  const { host } = objects;
  const { key } = await createKey(target, { purpose: 'personal', name: 'mover', organization: acme }, quiet);
  const served: Replica = await startReplica(controlPlane, target);
  try {
    const there = {
      call: async (query: string, variables?: object, by?: string | null) => served.call(query, variables, by ?? key),
    };
    const agent = new TestExecutor(there, host.key, host.name, host.instanceId);
    const { syncExecutor } = (await agent.sync()).data;
    expect(syncExecutor.executorId).toBe(objects.ids.executor);
    expect(syncExecutor.nodes.map(({ id }: { id: string }) => id)).toContain(objects.ids.node);
    const asked = `{ nodeRpcCredentials { password } events(filter: { kind: "node.started" }) { nodes { message } }
      notificationIncidents { nodes { code } } auditActions { nodes { action } }
      auditVerification { isComplete faultCount } then: auditVerification(through: ${auditBefore.sequence}) { last { sequence hash } } }`;
    const data = dataOf(await served.call(asked, {}, key));
    expect(data.nodeRpcCredentials.password).toBe(passwordBefore);
    expect(data.events.nodes).toContainEqual({ message: 'acme event' });
    expect(data.notificationIncidents.nodes.length).toBeGreaterThan(0);
    const actions = data.auditActions.nodes.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(['createNode', 'exportOrganization', 'importOrganization']));
    // The chain goes on: what somebody wrote down before is still right.
    expect(data.auditVerification).toEqual({ isComplete: true, faultCount: 0 });
    expect(data.then.last).toEqual(auditBefore);
    // Nobody of the other control plane.
    expect(codeOf(await served.call(anything, {}, ownerKey))).toBe('unauthenticated');
    const rotated = 'mutation($id: ID!) { rotateWebhookSecret(where: { id: $id }) { secret } }';
    expect((await served.call(rotated, { id: objects.ids.channel }, key)).errors).toBeUndefined();
  } finally {
    await served.close();
  }
});
