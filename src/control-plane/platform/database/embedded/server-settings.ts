/**
 * PostgreSQL's settings of the embedded server, but for where it listens. They keep it small at rest; what is acknowledged is synced, as
 * always in PostgreSQL.
 */
export const embeddedSettings = {
  listen_addresses: '',
  // Relative to the cluster, because the path of a unix socket is short.
  unix_socket_directories: '.',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '32MB',
  max_wal_size: '512MB',
  min_wal_size: '32MB',
  // Neither replicas nor their processes.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  max_parallel_workers: '2',
  io_method: 'sync',
  huge_pages: 'off',
  jit: 'off',
  // The log must not quote statements or rows: they hold customers' data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  log_line_prefix: '',
} as const satisfies Record<string, string>;
