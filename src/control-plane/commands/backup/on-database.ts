import { existsSync } from 'node:fs';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { withConnection } from '../../platform/database/connect.ts';
import { directUrl } from '../../platform/database/database-url.ts';
import { clusterPath } from '../../platform/database/embedded/cluster.ts';
import { reachEmbedded } from '../../platform/database/start-embedded.ts';
import { type ControlPlaneSettings, ControlPlaneSetupError } from '../../settings.ts';

export type Place = Pick<ControlPlaneSettings, 'dataDir' | 'databaseUrl' | 'directDatabaseUrl'>;

/** Works on the database of a control plane, which may be serving. Throws ControlPlaneSetupError if there is no database. */
export async function onDatabase<T>(
  { dataDir, databaseUrl, directDatabaseUrl }: Place,
  log: Logger,
  work: (client: Client) => Promise<T>,
  connecting: { retries?: number } = {},
): Promise<T> {
  if (databaseUrl !== undefined) {
    const { url, setting } = directUrl(databaseUrl, directDatabaseUrl);
    return withConnection(url, work, setting, connecting);
  }
  if (!existsSync(clusterPath(dataDir)))
    throw new ControlPlaneSetupError(`no database in ${dataDir}; name the data folder with --data`);
  await using embedded = await reachEmbedded(dataDir, log);
  return await withConnection(embedded.url, work);
}
