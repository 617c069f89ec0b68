import type { Logger } from 'pino';
import { systemClock } from '../../timing/clock.ts';
import type { OpenDatabase } from './database.ts';
import { EmbeddedServer } from './embedded/embedded-server.ts';
import { clusterPath, prepareCluster } from './embedded/prepare-cluster.ts';
import { openSocketFolder, socketUrl } from './embedded/socket-folder.ts';
import { lockFolder } from './folder-lock.ts';
import { openServer } from './open-server.ts';

/** Starts the server of the embedded database in the data folder, for this process alone, and migrates the database. */
export async function openEmbedded(dataDir: string, log: Logger): Promise<OpenDatabase> {
  await using resources = new AsyncDisposableStack();
  const lock = lockFolder(dataDir);
  resources.defer(() => lock.release());
  const server = await EmbeddedServer.start({ cluster: prepareCluster(dataDir), log, clock: systemClock });
  resources.defer(() => server.stop());
  const socketFolder = openSocketFolder(clusterPath(dataDir));
  resources.defer(() => socketFolder.close());
  const connected = await openServer(socketUrl(socketFolder.path), log);
  resources.defer(connected.close);
  const owned = resources.move();
  return { ...connected, announce: (url) => lock.announce(url), close: () => owned.disposeAsync() };
}
