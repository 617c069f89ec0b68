import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** The kernel's, in bytes, without the final zero. */
const maxSocketPathLength = 107;
const socketName = '.s.PGSQL.5432';

/** The folder of a server's socket, by a path that is short enough to connect to. */
export interface SocketFolder {
  path: string;
  close(): void;
}

/** Opens the folder of a cluster's socket. Where its path is too long, another name of it stands in until it is closed. */
export function openSocketFolder(clusterPath: string): SocketFolder {
  if (Buffer.byteLength(join(clusterPath, socketName)) <= maxSocketPathLength) {
    return { path: clusterPath, close: () => undefined };
  }
  const folder = openSync(clusterPath, 'r');
  return { path: `/proc/self/fd/${folder}`, close: () => closeSync(folder) };
}

/** The URL of the database behind a socket in a folder. No password: only root and the server's user get into the folder. */
export const socketUrl = (folder: string): string =>
  `postgres://satrap@localhost/postgres?host=${encodeURIComponent(folder)}`;
