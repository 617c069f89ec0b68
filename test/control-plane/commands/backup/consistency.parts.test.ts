import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createBackup } from '../../../../src/control-plane/commands/backup/create-backup.ts';
import { restoreBackup } from '../../../../src/control-plane/commands/backup/restore-backup.ts';
import { initControlPlane } from '../../../../src/control-plane/commands/init.ts';
import { defaultSettings } from '../../../../src/control-plane/settings.ts';
import { quiet } from '../../../harness/control-plane.ts';
import { makeDatabase } from '../../../harness/server-database.ts';

test('a backup that is taken while rows are written is that of one moment', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'satrap-backup-'));
  const [source, target] = [await makeDatabase(inject('postgresUrl')), await makeDatabase(inject('postgresUrl'))];
  onTestFinished(async () => {
    await Promise.all([source.drop(), target.drop()]);
    rmSync(dataDir, { recursive: true });
  });
  const settings = { ...defaultSettings, dataDir, databaseUrl: source.databaseUrl, production: true };
  await initControlPlane(settings, { email: 'owner@example.com', organization: 'Example' }, quiet);
  const client = new pg.Client({ connectionString: source.databaseUrl });
  await client.connect();
  // «organization» is copied before «user», and each transaction writes to both.
  const pair = 'WITH o AS (INSERT INTO organization (id, name, slug) VALUES ($1, $1, $1)) ';
  const insert = `${pair}INSERT INTO "user" (id, name, email) VALUES ($1, $1, $1)`;
  await client.query(
    "INSERT INTO organization (id, name, slug) SELECT 'bulk' || n, repeat('x', 1000), 'bulk' || n FROM generate_series(1, 20000) n",
  );
  let count = 0;
  const ended = new AbortController();
  const writing = (async () => {
    while (!ended.signal.aborted) await client.query(insert, [`pair${count++}`]);
  })();
  const file = join(dataDir, 'server.backup');
  await createBackup(settings, { file, withSecrets: true }, quiet);
  ended.abort();
  await writing;
  await client.end();
  await restoreBackup({ dataDir, databaseUrl: target.databaseUrl }, file, quiet);
  const restored = new pg.Client({ connectionString: target.databaseUrl });
  await restored.connect();
  const { rows } = await restored.query(
    `SELECT (SELECT count(*)::int FROM organization WHERE id LIKE 'pair%') AS organizations,
      (SELECT count(*)::int FROM "user" WHERE id LIKE 'pair%') AS users`,
  );
  await restored.end();
  expect(rows[0].users).toBe(rows[0].organizations);
  expect(count).toBeGreaterThan(rows[0].users);
});
