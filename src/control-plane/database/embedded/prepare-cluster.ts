import { chmodSync, chownSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ControlPlaneSetupError } from '../../settings.ts';
import type { Cluster } from './cluster.ts';
import { preparePrograms } from './programs.ts';
import { chooseServerUser, firstObstacle, ownUser, type ServerUser } from './server-user.ts';

/** Returns PostgreSQL’s data directory in a data folder. */
export const clusterPath = (dataDir: string): string => join(resolve(dataDir), 'postgresql', 'cluster');

/**
 * Prepares the place of the embedded database in a data folder, with PostgreSQL’s programs and a user that can reach both. Throws
 * ControlPlaneSetupError with what to do when that is not possible.
 */
export function prepareCluster(dataDir: string): Cluster {
  refuseFormerDatabase(dataDir);
  const path = clusterPath(dataDir);
  const folder = join(resolve(dataDir), 'postgresql');
  const own = ownUser();
  const databaseOwner = existsSync(folder) ? statSync(folder) : undefined;
  const user = chooseServerUser({ own, folderOwner: statSync(dataDir), databaseOwner });
  if (databaseOwner !== undefined && own.uid !== 0 && databaseOwner.uid !== own.uid) {
    throw new ControlPlaneSetupError(
      `${folder} belongs to the user ${databaseOwner.uid}, and this control plane runs as the user ${own.uid}; run it as that user or as root, or run: chown -R ${own.uid}:${own.gid} ${folder}`,
    );
  }
  if (own.uid === 0) letThrough(resolve(dataDir), user);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (own.uid === 0) chownSync(folder, user.uid, user.gid);
  return { path, user, programs: preparePrograms(folder, user) };
}

/** Lets the server's user, and nobody else, pass through the data folder, which root owns. */
function letThrough(dataDir: string, user: ServerUser): void {
  const { mode, uid } = statSync(dataDir);
  if (firstObstacle(dataDir, user) === dataDir) {
    chownSync(dataDir, uid, user.gid);
    chmodSync(dataDir, (mode & 0o7777) | 0o010);
  }
  const obstacle = firstObstacle(dataDir, user);
  if (obstacle === undefined) return;
  throw new ControlPlaneSetupError(
    `PostgreSQL does not run as root but as the user ${user.uid}, who may not pass through ${obstacle}; choose a folder elsewhere with --data, such as /var/lib/satrap-control-plane, or run the control plane as another user than root`,
  );
}

/** The first builds, which were never released, kept their database in another engine. */
function refuseFormerDatabase(dataDir: string): void {
  const former = join(dataDir, 'database');
  if (!existsSync(former)) return;
  throw new ControlPlaneSetupError(
    `${former} is a database of PGlite, from a build before the first release, and this one cannot read it; move it and ${join(dataDir, 'secret')} away, run “satrap control-plane init”, and let the agents join again`,
  );
}
