import type { Programs } from './programs.ts';
import { ownUser, type ServerUser } from './server-user.ts';

/** A command line and its whole environment. */
export interface ServerCommand {
  file: string;
  args: string[];
  env: Record<string, string>;
}

/** Which of PostgreSQL’s programs runs, and how. */
export interface ProgramRun {
  name: 'initdb' | 'postgres';
  args: readonly string[];
  user: ServerUser;
}

/**
 * Returns the command that runs a program of PostgreSQL as a user. The program is interrupted when the process that started it ends,
 * however that ends.
 */
export function commandAs({ bin, libraries }: Programs, { name, args, user }: ProgramRun): ServerCommand {
  const { uid } = ownUser();
  const identity = uid === 0 ? [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : [];
  return {
    file: 'setpriv',
    args: [...identity, '--no-new-privs', '--pdeathsig=INT', `${bin}/${name}`, ...args],
    // Nothing of this process's own environment, which may hold secrets.
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      LD_LIBRARY_PATH: libraries.join(':'),
      LC_ALL: 'C',
      TZ: 'UTC',
    },
  };
}
