import { chmodSync, chownSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { asUser } from '../../../../storage/as-user.ts';
import { ControlPlaneSetupError } from '../../../settings.ts';
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
  const path = clusterPath(dataDir);
  const folder = join(resolve(dataDir), 'postgresql');
  const own = ownUser();
  const folderOwner = statSync(dataDir);
  const databaseOwner = lstatSync(folder, { throwIfNoEntry: false });
  const user = chooseServerUser({ own, folderOwner, databaseOwner });
  // Root works in a folder of the service as the service's user, who may have put a link there.
  const keeper = own.uid === 0 ? folderOwner : own;
  if (databaseOwner !== undefined && keeper.uid !== 0 && databaseOwner.uid !== keeper.uid) {
    throw new ControlPlaneSetupError(
      `${folder} belongs to the user ${databaseOwner.uid}, and this control plane runs as the user ${keeper.uid}; run it as that user or as root, or run: chown -R ${keeper.uid}:${keeper.gid} ${folder}`,
    );
  }
  asUser(keeper, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (own.uid !== 0) return;
    chownSync(folder, user.uid, user.gid);
    // initdb runs as another user of this group.
    chmodSync(folder, 0o710);
  });
  return { path, user, programs: preparePrograms(folder, { user, keeper }) };
}
