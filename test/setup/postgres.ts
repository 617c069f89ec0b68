import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPackages } from '../../src/devhost/debian-packages.ts';
import { runCommand } from '../../src/devhost/run-command.ts';

const installations = '/usr/lib/postgresql';

export interface TestPostgres {
  /** URL of the server's own database `postgres`. */
  url: string;
  /** Ends every connection, politely or like a crash, and starts again on the same port. */
  restart(mode: 'fast' | 'immediate'): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a real PostgreSQL server with its own cluster in a temporary folder. Installs the distribution's package where it is missing. */
export async function startPostgres(say: (line: string) => void, signal: AbortSignal): Promise<TestPostgres> {
  const bin = await ensurePrograms(say, signal);
  const folder = await mkdtemp(join(tmpdir(), 'satrap-postgres-'));
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  const password = randomBytes(16).toString('hex');
  await writeFile(passwordFile, password, { mode: 0o600 });
  const user = await userIds('postgres');
  for (const path of [folder, passwordFile]) await chown(path, user.uid, user.gid);
  // PostgreSQL refuses to run as root.
  const asUser = (program: string, ...args: string[]) =>
    runCommand(
      'setpriv',
      [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', join(bin, program), ...args],
      {
        signal,
        env: { LC_ALL: 'C.UTF-8' },
      },
    );
  await asUser('initdb', '--pgdata', data, '--username=satrap', '--auth=scram-sha-256', `--pwfile=${passwordFile}`);
  const port = await freePort();
  const options = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=${folder} -c max_connections=200`;
  const control = (...args: string[]) =>
    asUser('pg_ctl', '--pgdata', data, '--log', join(folder, 'log'), '--wait', '--options', options, ...args);
  await control('start');
  const restart = async (mode: 'fast' | 'immediate') => {
    await control(`--mode=${mode}`, 'restart');
  };
  const stop = async () => {
    await runCommand('setpriv', [
      ...[`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'],
      ...[join(bin, 'pg_ctl'), '--pgdata', data, '--wait', '--mode=immediate', 'stop'],
    ]);
    await rm(folder, { recursive: true, force: true });
  };
  return { url: `postgres://satrap:${password}@127.0.0.1:${port}/postgres`, restart, stop };
}

/** Returns the folder of the server's programs. */
async function ensurePrograms(say: (line: string) => void, signal: AbortSignal): Promise<string> {
  const present = newestPrograms();
  if (present !== undefined) return present;
  // Else the package would create and start a cluster.
  await installPackages(['postgresql-common'], 'what PostgreSQL’s package builds on', { say, signal });
  await writeFile('/etc/postgresql-common/createcluster.conf', 'create_main_cluster = false\n');
  await installPackages(['postgresql'], 'a PostgreSQL server for the tests', { say, signal });
  const installed = newestPrograms();
  if (installed === undefined) throw new Error(`the package postgresql put no server into ${installations}`);
  return installed;
}

function newestPrograms(): string | undefined {
  if (!existsSync(installations)) return undefined;
  return readdirSync(installations)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(installations, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
}

async function userIds(name: string): Promise<{ uid: number; gid: number }> {
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((entry) => entry.startsWith(`${name}:`));
  if (line === undefined) throw new Error(`there is no user ${name}, which the package postgresql creates`);
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

/** Returns a port on which nothing listens now. */
export function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const server = createServer();
  server.once('error', reject);
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
  });
  return promise;
}
