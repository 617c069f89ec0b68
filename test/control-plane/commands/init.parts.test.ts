import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { initControlPlane } from '../../../src/control-plane/commands/init.ts';
import type { Database } from '../../../src/control-plane/platform/database/database.ts';
import { openDatabase } from '../../../src/control-plane/platform/database/open.ts';
import { serveControlPlane } from '../../../src/control-plane/serve.ts';
import { type ControlPlaneSettings, defaultSettings } from '../../../src/control-plane/settings.ts';
import { session } from '../../../src/control-plane/tables/accounts.ts';
import { rpcCredentials } from '../../../src/control-plane/tables/rpc-credentials.ts';
import { quiet } from '../../harness/control-plane.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';
import { makeMigratedDatabase } from '../../harness/server-database.ts';

const owner = { email: 'owner@example.com', organization: 'Example' };
let dataDir: string;
let settings: ControlPlaneSettings;
beforeEach(async () => {
  dataDir = scratchFolder('init');
  const { databaseUrl, drop } = await makeMigratedDatabase(inject('postgresUrl'));
  onTestFinished(drop);
  settings = { ...defaultSettings, dataDir, databaseUrl, port: 0, production: true };
});

async function onDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const { database, close } = await openDatabase(settings, quiet);
  try {
    return await work(database);
  } finally {
    await close();
  }
}
const secretFiles = () => readdirSync(dataDir).filter((name) => name.startsWith('secret'));
const writeSecret = (text: string) => writeFileSync(join(dataDir, 'secret'), text, { mode: 0o600 });

test('an interrupted init leaves no secret and can be repeated; a complete one cannot', async () => {
  await onDatabase((database) => database.execute(sql`ALTER TABLE apikey RENAME TO apikey_away`));
  await expect(initControlPlane(settings, owner, quiet)).rejects.toThrow();
  expect(secretFiles()).toEqual([]);
  await onDatabase((database) => database.execute(sql`ALTER TABLE apikey_away RENAME TO apikey`));
  const made = await initControlPlane(settings, owner, quiet);
  expect(made.email).toBe(owner.email);
  expect(await onDatabase((database) => database.select().from(session))).toEqual([]);
  await expect(initControlPlane(settings, owner, quiet)).rejects.toThrow('already initialised; nothing was changed');
  expect(secretFiles()).toEqual(['secret']);
});

describe('a secret', () => {
  test('is not left in a new folder by an init on a database that is initialised already', async () => {
    await initControlPlane(settings, owner, quiet);
    const other = join(dataDir, 'other');
    await expect(initControlPlane({ ...settings, dataDir: other }, owner, quiet)).rejects.toThrow(
      'already initialised; nothing was changed',
    );
    expect(readdirSync(other)).toEqual([]);
  });

  test('that is damaged or of another database encrypts nothing and starts nothing', async () => {
    for (const text of ['', 'short']) {
      writeSecret(text);
      await expect(initControlPlane(settings, owner, quiet)).rejects.toThrow(/secret is damaged: .*remove it/);
    }
    expect(await onDatabase((database) => database.select().from(rpcCredentials))).toEqual([]);
    rmSync(join(dataDir, 'secret'));
    await initControlPlane(settings, owner, quiet);
    writeSecret('');
    await expect(serveControlPlane(settings, quiet)).rejects.toThrow(/secret is damaged: .*restore it from the backup/);
    writeSecret('x'.repeat(43));
    await expect(serveControlPlane(settings, quiet)).rejects.toThrow(
      /is not the secret of this database; restore the file from the backup/,
    );
  });
});
