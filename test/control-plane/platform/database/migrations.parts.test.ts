import { sql } from 'drizzle-orm';
import { beforeEach, expect, inject, test } from 'vitest';
import { openDatabase } from '../../../../src/control-plane/platform/database/open.ts';
import { ControlPlaneSetupError, defaultSettings } from '../../../../src/control-plane/settings.ts';
import { quiet } from '../../../harness/control-plane.ts';
import { scratchFolder } from '../../../harness/scratch-folder.ts';
import { makeDatabase } from '../../../harness/server-database.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = scratchFolder('later');
});

/** Opens the database, lets a later release migrate it, and returns this release's error when it opens it again. */
async function reopenAfterLaterRelease(databaseUrl: string | undefined): Promise<unknown> {
  const settings = { ...defaultSettings, dataDir, databaseUrl, production: true };
  const { database, close } = await openDatabase(settings, quiet);
  await database.execute(
    sql`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) SELECT 'later', max(created_at) + 1 FROM drizzle.__drizzle_migrations`,
  );
  await close();
  const again = openDatabase(settings, quiet);
  return again.then(
    ({ close }) => close(),
    (error: unknown) => error,
  );
}

test.each(['an embedded', 'a PostgreSQL'])(
  '%s database that a later release has migrated is refused with what to do',
  async (kind) => {
    const made = kind === 'a PostgreSQL' ? await makeDatabase(inject('postgresUrl')) : undefined;
    const error = await reopenAfterLaterRelease(made?.databaseUrl).finally(made?.drop);
    expect(error).toBeInstanceOf(ControlPlaneSetupError);
    expect(String(error)).toContain('a later release of Satrap has migrated this database; start that release');
  },
);

test('a PostgreSQL that cannot be used is refused with what to do', async () => {
  const { databaseUrl, drop } = await makeDatabase(inject('postgresUrl'));
  const refusal = (url: string) =>
    openDatabase({ ...defaultSettings, dataDir, databaseUrl: url, production: true }, quiet).then(
      ({ close }) => close(),
      (error: unknown) => error,
    );
  const changed = (change: (url: URL) => unknown) => {
    const url = new URL(databaseUrl);
    change(url);
    return url.href;
  };
  const refusals = [
    [changed((url) => Object.assign(url, { pathname: '/missing' })), 'does not exist'],
    [changed((url) => Object.assign(url, { password: 'wrong' })), 'rejects the user of DATABASE_URL'],
    [changed((url) => url.searchParams.set('options', '-c default_transaction_read_only=on')), 'is read-only'],
    ['notaurl', 'must look like postgres://'],
  ];
  for (const [url = '', said] of refusals) {
    const error = await refusal(url);
    expect(error).toBeInstanceOf(ControlPlaneSetupError);
    expect(String(error)).toContain(said);
    expect(String(error)).not.toContain('wrong');
  }
  await drop();
});
