import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { initControlPlane } from '../../../src/control-plane/commands/init.ts';
import { newSecret, storeSecret } from '../../../src/control-plane/people/accounts/secret.ts';
import { migrationsFolder } from '../../../src/control-plane/platform/database/open.ts';
import { serveControlPlane } from '../../../src/control-plane/serve.ts';
import { type ControlPlaneSettings, defaultSettings } from '../../../src/control-plane/settings.ts';
import { quiet } from '../../harness/control-plane.ts';
import { satrap } from '../../harness/satrap.ts';
import { makeDatabase } from '../../harness/server-database.ts';

let dataDir: string;
let settings: ControlPlaneSettings & { databaseUrl: string };
let drop: () => Promise<void>;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'satrap-together-'));
  storeSecret(dataDir, newSecret());
  const made = await makeDatabase(inject('postgresUrl'));
  drop = made.drop;
  settings = { ...defaultSettings, port: 0, dataDir, databaseUrl: made.databaseUrl, production: true };
});
afterEach(async () => {
  await drop();
  rmSync(dataDir, { recursive: true });
});

/** Starts three replicas at the same time, stops those that serve, and returns their output. */
const startTogether = (): Promise<string[]> =>
  Promise.all(
    Array.from({ length: 3 }, () =>
      serveControlPlane(settings, quiet).then(
        ({ close }) => close().then(() => 'served'),
        (error: unknown) => String(error),
      ),
    ),
  );

async function appliedMigrations(): Promise<number[]> {
  const client = new pg.Client({ connectionString: settings.databaseUrl });
  await client.connect();
  const { rows } = await client
    .query('SELECT created_at FROM drizzle.__drizzle_migrations ORDER BY id')
    .finally(() => client.end());
  return rows.map(({ created_at }) => Number(created_at));
}

const everyMigrationOnce = readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis);

test('three replicas that start at once on an empty database migrate it once, and ask for the first organization', async () => {
  for (const said of await startTogether())
    expect(said).toContain('create an organization with “satrap control-plane install”');
  expect(await appliedMigrations()).toEqual(everyMigrationOnce);
  await initControlPlane(settings, { email: 'owner@example.com', organization: 'Example' }, quiet);
  expect(await startTogether()).toEqual(['served', 'served', 'served']);
});

test('a service without an organization ends with the exit code after which systemd does not start it again', async () => {
  const words = ['control-plane', 'serve', '--port', '0', '--data', dataDir];
  expect(await satrap(words, { DATABASE_URL: settings.databaseUrl })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/control-plane install.*control-plane restore FILE.*init --recover/),
  });
});
