import { join } from 'node:path';
import { untilAborted } from '../../timing/until-aborted.ts';
import type { OpenDatabase } from './database.ts';
import { lockFolder } from './folder-lock.ts';
import type { Listen } from './listen.ts';
import { migrationsFolder, refuseLaterDatabase } from './migrations.ts';

/** Opens the embedded database in the data folder, for this process alone, and migrates it. */
export async function openEmbedded(dataDir: string): Promise<OpenDatabase> {
  const lock = lockFolder(dataDir);
  try {
    const [{ PGlite }, { drizzle }, { migrate }] = await Promise.all([
      import('@electric-sql/pglite'),
      import('drizzle-orm/pglite'),
      import('drizzle-orm/pglite/migrator'),
    ]);
    const client = await PGlite.create(join(dataDir, 'database'));
    const close = async () => {
      await client.close();
      lock.release();
    };
    try {
      const database = drizzle(client);
      await refuseLaterDatabase(database);
      await migrate(database, { migrationsFolder });
      const listen: Listen = async ({ channel, onOpen, onPayload }, signal) => {
        const stop = await client.listen(channel, onPayload);
        onOpen();
        await untilAborted(signal);
        await stop();
      };
      return { database, listen, announce: (url) => lock.announce(url), close };
    } catch (error) {
      await client.close();
      throw error;
    }
  } catch (error) {
    lock.release();
    throw error;
  }
}
