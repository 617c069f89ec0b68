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

export interface PoolerPlace {
  address: string;
  port: number;
  poolMode: PoolMode;
}

/** Returns a configuration with PgBouncer's defaults, in front of the server of a database. */
export function poolerConfig(databaseUrl: string, { address, port, poolMode }: PoolerPlace): string {
  const { hostname, port: serverPort, username, password } = new URL(databaseUrl);
  const server = `host=${hostname} port=${serverPort} user=${username} password=${decodeURIComponent(password)}`;
  const lines = [
    ...['[databases]', `* = ${server}`, '[pgbouncer]', `listen_addr = ${address}`, `listen_port = ${port}`],
    ...['unix_socket_dir =', 'auth_type = any', `pool_mode = ${poolMode}`, 'default_pool_size = 40'],
  ];
  return `${lines.join('\n')}\n`;
}

/** The URL of a database through a pooler. */
export const pooledUrl = (databaseUrl: string, { address, port }: Pick<PoolerPlace, 'address' | 'port'>): string =>
  `postgres://satrap@${address}:${port}${new URL(databaseUrl).pathname}`;

/** Starts the PgBouncer of this host in front of a database. */
export async function startPooler(databaseUrl: string, poolMode: PoolMode): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-pooler-'));
  chmodSync(folder, 0o755);
  const place = { address: '127.0.0.1', port: await freePort(), poolMode };
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, poolerConfig(databaseUrl, place), { mode: 0o644 });
  const child: ChildProcess = spawn('/usr/sbin/pgbouncer', [file], {
    stdio: 'ignore',
    ...(process.getuid?.() === 0 ? nobody : {}),
  });
  const ended = once(child, 'exit');
  await until('PgBouncer listens', () => listens(place.port));
  return {
    url: pooledUrl(databaseUrl, place),
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
