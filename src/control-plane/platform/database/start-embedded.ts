import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import { asUser, userOf } from '../../../storage/as-user.ts';
import { systemClock } from '../../../timing/clock.ts';
import { EmbeddedServer } from './embedded/embedded-server.ts';
import { clusterPath, prepareCluster } from './embedded/prepare-cluster.ts';
import { openSocketFolder, socketUrl } from './embedded/socket-folder.ts';
import { FolderInUse, lockFolder } from './folder-lock.ts';

export interface StartedEmbedded extends AsyncDisposable {
  /** URL of its database. */
  url: string;
  /** Tells other processes where this one serves. */
  announce(url: string): void;
}

/** Starts the server of the embedded database in the data folder, for this process alone. Throws FolderInUse when another has it. */
export async function startEmbedded(dataDir: string, log: Logger): Promise<StartedEmbedded> {
  await using resources = new AsyncDisposableStack();
  const lock = asUser(userOf(dataDir), () => lockFolder(dataDir));
  resources.defer(() => lock.release());
  const server = await EmbeddedServer.start({ cluster: prepareCluster(dataDir), log, clock: systemClock });
  resources.defer(() => server.stop());
  const socketFolder = openSocketFolder(clusterPath(dataDir));
  resources.defer(() => socketFolder.close());
  const owned = resources.move();
  return {
    url: socketUrl(socketFolder.path),
    announce: (url) => lock.announce(url),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Reaches the embedded database also while another process serves it; starts its server where none runs. */
export async function reachEmbedded(dataDir: string, log: Logger): Promise<{ url: string } & AsyncDisposable> {
  try {
    return await startEmbedded(dataDir, log);
  } catch (error) {
    if (!(error instanceof FolderInUse) || !existsSync(clusterPath(dataDir))) throw error;
    const socketFolder = openSocketFolder(clusterPath(dataDir));
    return { url: socketUrl(socketFolder.path), [Symbol.asyncDispose]: async () => socketFolder.close() };
  }
}
