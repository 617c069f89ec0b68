import { readMigrationFiles } from 'drizzle-orm/migrator';
import { expect, inject, onTestFinished, test } from 'vitest';
import { initControlPlane } from '../../../src/control-plane/commands/init.ts';
import { newSecret, storeSecret } from '../../../src/control-plane/people/accounts/secret.ts';
import { withConnection } from '../../../src/control-plane/platform/database/connect.ts';
import { migrationsFolder } from '../../../src/control-plane/platform/database/migrate.ts';
import { serveControlPlane } from '../../../src/control-plane/serve.ts';
import { defaultSettings } from '../../../src/control-plane/settings.ts';
import { quiet } from '../../harness/control-plane.ts';
import { satrap } from '../../harness/satrap.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';
import { makeDatabase } from '../../harness/server-database.ts';

test('three replicas on an empty database migrate it once', async () => {
  const dataDir = scratchFolder('together');
  storeSecret(dataDir, newSecret());
  const { databaseUrl, drop } = await makeDatabase(inject('postgresUrl'));
  onTestFinished(drop);
  const settings = { ...defaultSettings, port: 0, dataDir, databaseUrl, production: true };
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
  for (const said of await startTogether())
    expect(said).toContain('create an organization with “satrap control-plane install”');
  const applied = await withConnection(databaseUrl, (client) =>
    client.query('SELECT created_at FROM drizzle.__drizzle_migrations ORDER BY id'),
  );
  expect(applied.rows.map(({ created_at }) => Number(created_at))).toEqual(
    readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis),
  );
  const words = ['control-plane', 'serve', '--port', '0', '--data', dataDir];
  expect(await satrap(words, { DATABASE_URL: databaseUrl })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/control-plane install.*control-plane restore FILE.*init --recover/),
  });
  await initControlPlane(settings, { email: 'owner@example.com', organization: 'Example' }, quiet);
  expect(await startTogether()).toEqual(['served', 'served', 'served']);
});
