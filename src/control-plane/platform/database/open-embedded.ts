import type { Logger } from 'pino';
import type { Traces } from '../monitoring/traces.ts';
import type { OpenDatabase } from './database.ts';
import { openServer } from './open-server.ts';
import { startEmbedded } from './start-embedded.ts';

/** Starts the server of the embedded database in the data folder, for this process alone, and migrates the database. */
export async function openEmbedded(dataDir: string, log: Logger, traces?: Traces): Promise<OpenDatabase> {
  await using resources = new AsyncDisposableStack();
  const embedded = resources.use(await startEmbedded(dataDir, log));
  const connected = await openServer(embedded.url, log, traces);
  resources.defer(connected.close);
  const owned = resources.move();
  return { ...connected, announce: (url) => embedded.announce(url), close: () => owned.disposeAsync() };
}
