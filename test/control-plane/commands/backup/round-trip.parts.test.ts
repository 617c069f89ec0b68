import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { createBackup } from '../../../../src/control-plane/commands/backup/create-backup.ts';
import { restoreBackup, undoMigration } from '../../../../src/control-plane/commands/backup/restore-backup.ts';
import { withConnection } from '../../../../src/control-plane/platform/database/connect.ts';
import { listenOn } from '../../../../src/control-plane/platform/database/listen-server.ts';
import { reachEmbedded } from '../../../../src/control-plane/platform/database/start-embedded.ts';
import { quiet } from '../../../harness/control-plane.ts';
import { contentsWithoutCopies as databaseContents } from '../../../harness/database-contents.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { makeOwnedDatabase } from '../../../harness/owned-database.ts';
import { startReplica } from '../../../harness/replica.ts';
import { satrapHere } from '../../../harness/satrap-here.ts';
import { sharedFolder } from '../../../harness/scratch-folder.ts';
import { sharedControlPlane } from '../../../harness/shared-control-plane.ts';
import { until } from '../../../harness/until.ts';

describe('a backup', () => {
  const controlPlane = sharedControlPlane({ embedded: true, heartbeatSeconds: 60 });
  const folder = sharedFolder('backup');
  beforeAll(async () => {
    const host = new TestExecutor(controlPlane, await controlPlane.key('executor'), 'host');
    const { executorId } = (await host.sync()).data.syncExecutor;
    const { createNode } = await controlPlane.ask(
      'mutation($data: NodeCreateInput!) { createNode(data: $data) { node { id } } }',
      { data: { name: 'kept', executorId, network: 'regtest' } },
    );
    const { id } = createNode.node;
    await host.sync({ nodes: [{ id, phase: 'running', since: new Date().toISOString() }] });
  });

  const embeddedContents = async (dataDir: string, change = '') => {
    await using embedded = await reachEmbedded(dataDir, quiet);
    await withConnection(embedded.url, (client) => client.query(change));
    return await databaseContents(embedded.url);
  };

  test('a backup of a running embedded database serves from another folder with its keys', async () => {
    const source = controlPlane.settings.dataDir;
    const file = join(folder, 'while-serving');
    const outcome = await satrapHere(['control-plane', 'backup', file, '--data', source]);
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout).toMatch(/^Wrote \d+ rows of \d+ tables to .*\nIt holds the secret file/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const dataDir = join(folder, 'moved');
    const back = await satrapHere(['control-plane', 'restore', file, '--data', dataDir]);
    expect(back).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(join(dataDir, 'secret'))).toEqual(readFileSync(join(source, 'secret')));
    const replica = await startReplica(controlPlane, { dataDir });
    try {
      const { data } = await replica.call('{ nodes { name } nodeRpcCredentials { password } }');
      expect(data.nodes).toEqual([{ name: 'kept' }]);
      const made = await replica.call('mutation { createApiKey(data: { purpose: personal, name: "new" }) { secret } }');
      expect(made.errors).toBeUndefined();
      const told = await replica.call(
        '{ auditActions(filter: { action: "restore" }) { nodes { actor { type } after } } of: adminAuditActions(filter: { action: "restore" }) { nodes { id } } }',
      );
      const { auditActions, of } = told.data;
      expect(auditActions.nodes).toEqual([
        { actor: { type: 'command_line' }, after: { backupOf: expect.any(String), backupVersion: expect.any(String) } },
      ]);
      expect(of.nodes).toHaveLength(1);
      const checked = 'isComplete faultCount';
      const verified = await replica.call(`{ auditVerification { ${checked} } adminAuditVerification { ${checked} } }`);
      const intact = { isComplete: true, faultCount: 0 };
      expect(verified.data).toEqual({ auditVerification: intact, adminAuditVerification: intact });
      const copies = await controlPlane.ask('{ adminAuditActions(filter: { action: "backup" }) { nodes { after } } }');
      expect(copies.adminAuditActions.nodes).toEqual([
        { after: { isEnoughToRestore: true, rows: expect.any(Number) } },
      ]);
    } finally {
      await replica.close();
    }
  });

  test('moves everything from embedded to server and back, also after a migration', async () => {
    await controlPlane.stop();
    const source = controlPlane.settings.dataDir;
    // As jobs create partitions but no migration does.
    const before = await embeddedContents(
      source,
      `CREATE TABLE event_old PARTITION OF event
       FOR VALUES FROM ('00000000-0000-0000-0000-000000000000') TO ('00000000-0000-0001-0000-000000000000')`,
    );
    expect(Object.keys(before)).toEqual(expect.arrayContaining(['"public"."node"', '"public"."audit_action"']));
    expect(JSON.stringify(before['partitions'])).toContain('event_old');

    const first = join(folder, 'first');
    const { rows } = await createBackup(controlPlane.settings, { file: first, withSecrets: true }, quiet);
    const { databaseUrl, drop } = await makeOwnedDatabase(inject('postgresUrl'));
    const cluster = { dataDir: join(folder, 'cluster'), databaseUrl };
    expect((await restoreBackup(cluster, first, quiet)).rows).toBe(rows);
    expect(await databaseContents(databaseUrl)).toEqual(before);

    // Nothing to undo, so the file is not read.
    expect(await undoMigration(cluster, join(folder, 'missing'), quiet)).toBeNull();
    await withConnection(databaseUrl, async (client) => {
      await client.query('ALTER TABLE node DROP COLUMN name CASCADE; CREATE TABLE of_a_later_release (id int)');
      await client.query("INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('later', 9e12::bigint)");
    });
    // As after an upgrade of another replica: the backup is of the migrated database.
    const migrated = join(folder, 'migrated');
    await createBackup(cluster, { file: migrated, withSecrets: true }, quiet);
    expect(await undoMigration(cluster, migrated, quiet)).toBeNull();
    const serving = new AbortController();
    const opened = Promise.withResolvers<void>();
    const bus = { channel: 'satrap', onOpen: opened.resolve, onPayload: () => undefined };
    const listening = listenOn(databaseUrl)(bus, serving.signal);
    await opened.promise;
    await expect(undoMigration(cluster, first, quiet)).rejects.toThrow('another control plane serves this database');
    serving.abort();
    await listening;
    await until('the other one is gone', () =>
      withConnection(databaseUrl, async (client) => {
        const { rows } = await client.query(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'satrap bus'",
        );
        return rows.length === 0;
      }),
    );
    await withConnection(databaseUrl, (client) => client.query('CREATE VIEW of_another_program AS SELECT 1 AS one'));
    await expect(undoMigration(cluster, first, quiet)).rejects.toThrow('of_another_program');
    await withConnection(databaseUrl, (client) => client.query('DROP VIEW of_another_program'));
    expect((await undoMigration(cluster, first, quiet))?.rows).toBe(rows);
    expect(await databaseContents(databaseUrl)).toEqual(before);

    const second = join(folder, 'second');
    await createBackup(cluster, { file: second, withSecrets: true }, quiet);
    const dataDir = join(folder, 'back');
    await restoreBackup({ dataDir }, second, quiet);
    expect(await embeddedContents(dataDir)).toEqual(before);
    await drop();
  });
});
