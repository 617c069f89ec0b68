import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ensureCluster } from '../../src/control-plane/platform/database/embedded/cluster.ts';
import { preparePrograms } from '../../src/control-plane/platform/database/embedded/programs.ts';
import { startServerProcess } from '../../src/control-plane/platform/database/embedded/server-process.ts';
import { dedicatedUser, ownUser } from '../../src/control-plane/platform/database/embedded/server-user.ts';
import { runCommand } from '../../src/devhost/run-command.ts';
import { freePort } from '../harness/free-port.ts';
import { signalServer } from '../harness/kill-server.ts';
import { quickFolder } from './quick-folder.ts';

/** For tables that are small, and gone before a power cut. */
const quick = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' };

export interface TestPostgres {
  /** URL of the server's own database `postgres`. */
  url: string;
  /** Ends every connection, politely or like a crash, and starts again on the same port after a while. */
  restart(mode: 'fast' | 'immediate', awayMs?: number): Promise<void>;
  /** Of its first process. */
  pid(): number;
  /** Lets all its processes stand still, or go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
  /** A streaming replica. Restarts the server. */
  startStandby(): Promise<{ url: string; stop(): Promise<void> }>;
  stop(): Promise<void>;
}

/** Starts a real PostgreSQL server on TCP in a temporary folder. It ends with this process. */
export async function startPostgres(
  signal: AbortSignal,
  { survivesPowerCuts = true }: { survivesPowerCuts?: boolean } = {},
): Promise<TestPostgres> {
  const folder = await mkdtemp(join(survivesPowerCuts ? tmpdir() : quickFolder(), 'satrap-postgres-'));
  const own = ownUser();
  // PostgreSQL refuses to run as root.
  const user = own.uid === 0 ? dedicatedUser : own;
  // initdb runs as another user of this group.
  if (own.uid === 0) await chown(folder, user.uid, user.gid);
  await chmod(folder, 0o710);
  const password = randomBytes(16).toString('hex');
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password);
  if (own.uid === 0) await chown(passwordFile, user.uid, user.gid);
  await chmod(passwordFile, 0o640);
  const cluster = { path: join(folder, 'cluster'), user, programs: preparePrograms(folder, { user, keeper: user }) };
  const quickSignIn = '--set=scram_iterations=1';
  await ensureCluster(cluster, ['--auth=scram-sha-256', '--pwfile=/proc/self/cwd/../password', quickSignIn]);
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '200',
    ...(survivesPowerCuts ? {} : quick),
  };
  const startAs = (path: string, own: Record<string, string>) =>
    startServerProcess({
      cluster: { ...cluster, path },
      settings: { ...settings, ...own },
      onLine: () => undefined,
      signal,
    });
  const start = () => startAs(cluster.path, {});
  let server = await start();
  return {
    url: `postgres://satrap:${password}@127.0.0.1:${port}/postgres`,
    pid: () => server.pid,
    restart: async (mode, awayMs = 0) => {
      await server.stop(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await delay(awayMs);
      server = await start();
    },
    signal: (sent) => signalServer(cluster.path, sent),
    startStandby: async () => {
      await server.stop('SIGINT');
      const path = join(folder, 'standby');
      await runCommand('cp', ['-a', cluster.path, path]);
      await writeFile(join(path, 'standby.signal'), '');
      server = await start();
      const standbyPort = String(await freePort());
      const primary = `host=127.0.0.1 port=${port} user=satrap password=${password}`;
      const standby = await startAs(path, { port: standbyPort, primary_conninfo: primary, hot_standby: 'on' });
      return {
        url: `postgres://satrap:${password}@127.0.0.1:${standbyPort}/postgres`,
        stop: () => standby.stop('SIGQUIT'),
      };
    },
    stop: async () => {
      await server.stop('SIGQUIT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
