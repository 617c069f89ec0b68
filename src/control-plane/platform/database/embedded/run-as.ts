import { relative } from 'node:path';
import type { Programs } from './programs.ts';
import { ownUser, type ServerUser } from './server-user.ts';

/**
 * The folder that a process works in, by a path that its user can follow also where the folders above are closed to that user. A data
 * folder in the home of root is such a one.
 */
export const workFolder = '/proc/self/cwd';

/** A command line with its whole environment. */
export interface ServerCommand {
  file: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
}

/** Which of PostgreSQL’s programs runs, and how. */
export interface ProgramRun {
  name: 'initdb' | 'postgres';
  args: readonly string[];
  user: ServerUser;
  /** The folder that it works in, which belongs to the user. */
  cwd: string;
}

/**
 * Returns the command that runs a program of PostgreSQL as a user. The program is interrupted when the process that started it ends,
 * however that ends.
 */
export function commandAs({ native, links }: Programs, { name, args, user, cwd }: ProgramRun): ServerCommand {
  const { uid } = ownUser();
  const identity = uid === 0 ? [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : [];
  return {
    file: 'setpriv',
    args: [...identity, '--no-new-privs', '--pdeathsig=INT', `${native}/bin/${name}`, ...args],
    cwd,
    // Nothing of this process's own environment, which may hold secrets.
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      LD_LIBRARY_PATH: `${workFolder}/${relative(cwd, links)}:${native}/lib`,
      LC_ALL: 'C',
      TZ: 'UTC',
      // For whoever looks at the process: its arguments name no folder.
      SATRAP_DATABASE: cwd,
    },
  };
}
