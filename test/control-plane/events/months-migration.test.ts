import { randomUUIDv7 } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Database, type OpenDatabase, rowsOf } from '../../../src/control-plane/database/database.ts';
import { openDatabase } from '../../../src/control-plane/database/open.ts';
import { makePartitionsAhead } from '../../../src/control-plane/database/partitions.ts';
import { eventPartitions } from '../../../src/control-plane/events/partitions.ts';
import { defaultSettings } from '../../../src/control-plane/settings.ts';
import { quiet } from '../../harness/control-plane.ts';
import { makeFormerDatabase } from '../../harness/former-database.ts';
import { makeDatabase } from '../../harness/server-database.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'satrap-months-migration-'));
let made: Awaited<ReturnType<typeof makeDatabase>>;
let open: OpenDatabase;
let database: Database;
const formerId = randomUUIDv7();

/** As the former release stores an event. */
const storeFormerly = (id: string, kind: string): SQL => sql`
  INSERT INTO event (id, organization_id, at, level, kind, message)
  VALUES (${id}, 'organization', now(), 'info', ${kind}, 'stored')
  ON CONFLICT (organization_id, id) DO NOTHING`;

beforeAll(async () => {
  made = await makeDatabase(inject('postgresUrl'));
  await makeFormerDatabase(made.databaseUrl, '0008_audit', async (former) => {
    await former.execute(storeFormerly(formerId, 'node.started'));
    await former.execute(storeFormerly(randomUUIDv7(), 'node.sample'));
  });
  open = await openDatabase({ ...defaultSettings, dataDir, databaseUrl: made.databaseUrl, production: true }, quiet);
  ({ database } = open);
});
afterAll(async () => {
  await open?.close();
  await made?.drop();
  rmSync(dataDir, { recursive: true });
});

async function kinds(): Promise<string[]> {
  const found = await database.execute(sql`SELECT kind FROM event ORDER BY sequence`);
  return rowsOf<{ kind: string }>(found).map(({ kind }) => kind);
}

test('events from before the months keep their place, and a former replica goes on storing events, each id once', async () => {
  await makePartitionsAhead(database, eventPartitions, { now: new Date(), periods: 1 });
  expect(await kinds()).toEqual(['node.started', 'node.sample']);
  await database.execute(storeFormerly(formerId, 'node.again'));
  const id = randomUUIDv7();
  for (const kind of ['node.stopped', 'node.again']) await database.execute(storeFormerly(id, kind));
  expect(await kinds()).toEqual(['node.started', 'node.sample', 'node.stopped']);
});
