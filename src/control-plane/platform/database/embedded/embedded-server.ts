import type { Logger } from 'pino';
import { Backoff } from '../../../../timing/backoff.ts';
import type { Clock } from '../../../../timing/clock.ts';
import { type Cluster, ensureCluster } from './cluster.ts';
import { clearLeftovers } from './leftovers.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/** A server that ran this long did not fail during startup: restart it at once. */
const steadyMs = 10_000;

interface ServerParts {
  cluster: Cluster;
  log: Logger;
  clock: Clock;
}

/**
 * Creates the cluster if missing, stops leftover processes, starts the server, and restarts it if it exits. The caller
 * holds the folder lock. Throws ControlPlaneSetupError.
 */
export async function startEmbeddedServer(parts: ServerParts): Promise<{ stop(): Promise<void> }> {
  const { cluster, log, clock } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  await ensureCluster(cluster);
  let server = await startProcess(parts, signal);
  const supervise = async () => {
    const backoff = new Backoff({ firstMs: 100, maxMs: 10_000 });
    for (let startedAt = clock.elapsed(); ; ) {
      const end = await server.ended;
      if (signal.aborted) return;
      log.error({ end }, 'embedded PostgreSQL exited unexpectedly; restarting it');
      if (clock.elapsed() - startedAt > steadyMs) backoff.reset();
      await clock.sleep(backoff.next(), signal);
      try {
        server = await startProcess(parts, signal);
        log.info('restarted embedded PostgreSQL');
      } catch (error) {
        if (!signal.aborted) log.error({ err: error }, 'could not start embedded PostgreSQL');
      }
      // After startup, which can take minutes of recovery.
      startedAt = clock.elapsed();
    }
  };
  const supervised = supervise();
  const stop = async () => {
    stopping.abort();
    await server.stop();
    await supervised;
  };
  return { stop };
}

async function startProcess({ cluster, log }: ServerParts, signal: AbortSignal): Promise<ServerProcess> {
  await clearLeftovers(cluster.path, signal);
  const onLine = (line: string) => {
    if (/^(FATAL|PANIC): /.test(line)) log.warn(`PostgreSQL: ${line}`);
    else log.debug(`PostgreSQL: ${line}`);
  };
  return startServerProcess({ cluster, settings: embeddedSettings, onLine, signal });
}

/** Keeps the embedded server small when idle. Commits are still synced. */
export const embeddedSettings = {
  listen_addresses: '',
  // Relative to the cluster, because the path of a unix socket is limited.
  unix_socket_directories: '.',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '32MB',
  max_wal_size: '512MB',
  min_wal_size: '32MB',
  // No replication and no WAL senders.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  max_parallel_workers: '2',
  io_method: 'sync',
  huge_pages: 'off',
  jit: 'off',
  // The log must not quote statements or rows: they contain customer data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_line_prefix: '',
} as const satisfies Record<string, string>;
