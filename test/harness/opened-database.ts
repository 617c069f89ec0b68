import type { Database } from '../../src/control-plane/platform/database/database.ts';
import { connectionPool } from '../../src/control-plane/platform/database/pool/connection-pool.ts';
import { systemClock } from '../../src/timing/clock.ts';
import { Notify } from '../../src/timing/notify.ts';
import { quiet } from './server-database.ts';

/** Connections to a migrated database, without reading the migrations again. */
export function openMigrated(databaseUrl: string | undefined): { database: Database; close: () => Promise<void> } {
  const pool = connectionPool({ url: databaseUrl ?? '', log: quiet, published: new Notify(systemClock) });
  return { database: pool.databaseFor({ share: 'jobs' }), close: () => pool.close() };
}

export function withMigrated<T>(
  { databaseUrl }: { databaseUrl?: string | undefined },
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { database, close } = openMigrated(databaseUrl);
  return work(database).finally(close);
}
