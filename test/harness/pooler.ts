import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { listens } from './listens.ts';
import { until } from './until.ts';

/** PgBouncer refuses to run as root. */
const nobody = { uid: 65_534, gid: 65_534 };

export type PoolMode = 'session' | 'transaction' | 'statement';

export interface Pooler {
  /** The URL of the database through the pooler. */
  url: string;
  stop(): Promise<void>;
}

/** Starts Debian's PgBouncer with its defaults in front of a database. */
export async function startPooler(databaseUrl: string, poolMode: PoolMode): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-pooler-'));
  chmodSync(folder, 0o755);
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const own = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const server = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
  const lines = [
    ...['[databases]', `* = ${server}`, '[pgbouncer]', 'listen_addr = 127.0.0.1', `listen_port = ${own}`],
    ...['unix_socket_dir =', 'auth_type = any', `pool_mode = ${poolMode}`, 'default_pool_size = 40'],
  ];
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o644 });
  const child: ChildProcess = spawn('/usr/sbin/pgbouncer', [file], {
    stdio: 'ignore',
    ...(process.getuid?.() === 0 ? nobody : {}),
  });
  const ended = once(child, 'exit');
  await until('PgBouncer listens', () => listens(own));
  return {
    url: `postgres://satrap@127.0.0.1:${own}${pathname}`,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
