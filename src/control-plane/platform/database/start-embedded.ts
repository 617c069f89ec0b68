import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { asUser, userOf } from '../../../storage/as-user.ts';
import { systemClock } from '../../../timing/clock.ts';
import { FolderInUse, lockFolder } from './data-folder.ts';
import { clusterPath, prepareCluster } from './embedded/cluster.ts';
import { startEmbeddedServer } from './embedded/embedded-server.ts';

export async function startEmbedded(dataDir: string, log: Logger) {
  await using resources = new AsyncDisposableStack();
  const lock = asUser(userOf(dataDir), () => lockFolder(dataDir));
  resources.defer(() => lock.release());
  const server = await startEmbeddedServer({ cluster: prepareCluster(dataDir), log, clock: systemClock });
  resources.defer(() => server.stop());
  const socketFolder = openSocketFolder(clusterPath(dataDir));
  resources.defer(() => socketFolder.close());
  const owned = resources.move();
  return {
    url: socketUrl(socketFolder.path),
    announce: (url: string) => lock.announce(url),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Connects to the embedded database even if another process serves it; otherwise starts its server. */
export async function reachEmbedded(dataDir: string, log: Logger): Promise<{ url: string } & AsyncDisposable> {
  try {
    return await startEmbedded(dataDir, log);
  } catch (error) {
    if (!(error instanceof FolderInUse) || !existsSync(clusterPath(dataDir))) throw error;
    const socketFolder = openSocketFolder(clusterPath(dataDir));
    return { url: socketUrl(socketFolder.path), [Symbol.asyncDispose]: async () => socketFolder.close() };
  }
}

/** The kernel's limit in bytes, without the final zero. */
const maxSocketPathLength = 107;
const socketName = '.s.PGSQL.5432';

/** Opens the folder of a cluster's socket. If its path is too long, a shorter alias replaces it until it is closed. */
export function openSocketFolder(clusterPath: string): { path: string; close(): void } {
  if (Buffer.byteLength(join(clusterPath, socketName)) <= maxSocketPathLength)
    return { path: clusterPath, close: () => undefined };
  const folder = openSync(clusterPath, 'r');
  return { path: `/proc/self/fd/${folder}`, close: () => closeSync(folder) };
}

export const socketUrl = (folder: string): string =>
  `postgres://satrap@localhost/postgres?host=${encodeURIComponent(folder)}`;
