import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { prepareCluster } from '../../../src/control-plane/platform/database/embedded/cluster.ts';
import { serverCommand } from '../../../src/control-plane/platform/database/embedded/server-process.ts';
import { openSocketFolder, socketUrl } from '../../../src/control-plane/platform/database/start-embedded.ts';
import { killServer } from '../kill-server.ts';
import { until } from '../until.ts';
import { type FileOperation, readOperations, tracedCalls } from './system-calls.ts';

/** More than any write of PostgreSQL. */
const maxTextLength = 4 * 2 ** 20;

export interface TracedServer {
  url: string;
  /** Stops it, and returns the file operations of its processes, in the order in which the calls returned. */
  stop(): Promise<FileOperation[]>;
}

/** Starts the server of a data folder's embedded database, and records its calls into a folder. */
export async function startTracedServer(
  dataDir: string,
  settings: Record<string, string>,
  logFolder: string,
): Promise<TracedServer> {
  mkdirSync(logFolder);
  const cluster = prepareCluster(dataDir);
  const { file, args, ...place } = serverCommand({ cluster, settings });
  const options = `-ff --seccomp-bpf -ttt -T -y -s ${maxTextLength} -e trace=${tracedCalls}`.split(' ');
  const child = spawn('strace', [...options, '-o', join(logFolder, 'calls'), '--', file, ...args], {
    ...place,
    stdio: 'ignore',
  });
  const url = socketUrl(openSocketFolder(cluster.path).path);
  await until('the traced server serves', async () => {
    if (child.exitCode !== null) throw new Error('strace has ended');
    const client = new pg.Client({ connectionString: url });
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  });
  const stop = async () => {
    const ended = once(child, 'exit');
    // Killed without a shutdown: only synced data counts.
    killServer(cluster.path);
    await ended;
    return readOperations(logFolder, cluster.path);
  };
  return { url, stop };
}
