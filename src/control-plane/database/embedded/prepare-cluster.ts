import { chmodSync, chownSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ControlPlaneSetupError } from '../../settings.ts';
import type { Cluster } from './cluster.ts';
import { preparePrograms } from './programs.ts';
import { chooseServerUser, ownUser } from './server-user.ts';

/** Returns PostgreSQL’s data directory in a data folder. */
export const clusterPath = (dataDir: string): string => join(resolve(dataDir), 'postgresql', 'cluster');

/**
 * Prepares the place of the embedded database in a data folder, with PostgreSQL’s programs and their user. Throws
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
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (own.uid === 0) {
    chownSync(folder, user.uid, user.gid);
    // initdb runs as another user of this group.
    chmodSync(folder, 0o710);
  }
  return { path, user, programs: preparePrograms(folder, user) };
}

/** The first builds, which were never released, kept their database in another engine. */
function refuseFormerDatabase(dataDir: string): void {
  const former = join(dataDir, 'database');
  if (!existsSync(former)) return;
  throw new ControlPlaneSetupError(
    `${former} is a database of PGlite, from a build before the first release, and this one cannot read it; move it and ${join(dataDir, 'secret')} away, run “satrap control-plane init”, and let the agents join again`,
  );
}
