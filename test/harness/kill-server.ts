import { serverProcesses } from '../../src/control-plane/platform/database/embedded/leftovers.ts';

/** Kills every process of the server on a cluster, like a machine crash. */
export const killServer = (clusterPath: string): void => signalServer(clusterPath, 'SIGKILL');

export function signalServer(clusterPath: string, signal: NodeJS.Signals): void {
  for (const pid of serverProcesses(clusterPath)) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // The end of one process may end another.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
