import { serverProcesses } from '../../src/control-plane/database/embedded/leftovers.ts';

/** Kills every process of the server on a cluster, as a crash of the machine would. */
export function killServer(clusterPath: string): void {
  for (const pid of serverProcesses(clusterPath)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      // The end of one process may end another.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
