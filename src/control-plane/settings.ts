import type { PublicKey } from '../release/minisign.ts';
import { authorityOf } from '../text/authority.ts';

/** Who may sign up: everyone, invited people, or nobody. */
export const signUpModes = ['open', 'invitation', 'closed'] as const;
export type SignUpMode = (typeof signUpModes)[number];

export interface ControlPlaneSettings {
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** Contains the secret file, and the embedded database if `databaseUrl` is undefined. */
  dataDir: string;
  /** URL of a PostgreSQL server to use instead of the embedded database. */
  databaseUrl?: string | undefined;
  /** URL of that server itself, where `databaseUrl` leads through a pooler: for LISTEN, migrations and backups. */
  directDatabaseUrl?: string | undefined;
  /** URL of a streaming replica of that server, which history is read from. */
  readDatabaseUrl?: string | undefined;
  /** The URL of this control plane in browsers, such as https://satrap.example.com. */
  publicUrl?: string | undefined;
  /** Serves HTTPS itself. Default: plain http, for a reverse proxy. */
  tls?: TlsFiles | undefined;
  /** Address ranges (CIDR) of trusted reverse proxies. */
  trustedProxies?: readonly string[] | undefined;
  signUp: SignUpMode;
  /** File with the identity provider, its client secret, and the roles of its groups. */
  singleSignOn?: string | undefined;
  /** File with the URL of the mail server that sends for email channels. */
  smtp?: string | undefined;
  /** Non-public address ranges (CIDR) that channels may send to, even without TLS. */
  webhookAllow?: readonly string[] | undefined;
  /** Address of `GET /metrics`; undefined for none. Port 0 takes any free one. */
  metrics?: { host: string; port: number } | undefined;
  /** Folder of the built console. Default: the output of `npm run build:console`. */
  consoleDir?: string | undefined;
  /** Sends traces to the collector in `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  traces?: boolean;
  /** The keys that may sign a lifecycle table. Default: those of the release. */
  lifecycleKeys?: readonly PublicKey[] | undefined;
  /** Disables introspection and the page at GET /graphql. */
  production: boolean;
  /** The agents' shortest heartbeat interval; an executor that misses three heartbeats is offline. */
  heartbeatIntervalSeconds: number;
  eventRetentionDays: number;
  sampleRetentionDays: number;
  /** Deadline of an agent's upgrade, in minutes. */
  upgradeDeadlineMinutes: number;
}

/** Files in PEM. */
export interface TlsFiles {
  /** The server's certificate, followed by those of its chain. */
  certFile: string;
  /** Without a passphrase. */
  keyFile: string;
}

export const defaultSettings = {
  host: '127.0.0.1',
  port: 4100,
  dataDir: '/var/lib/satrap-control-plane',
  signUp: 'invitation',
  heartbeatIntervalSeconds: 15,
  eventRetentionDays: 90,
  sampleRetentionDays: 7,
  upgradeDeadlineMinutes: 30,
} as const;

/** The URL of a server for programs on the same machine, without a path. */
export function ownUrl({ host, port, tls }: Pick<ControlPlaneSettings, 'host' | 'port' | 'tls'>): string {
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `${tls === undefined ? 'http' : 'https'}://${authorityOf(reachable, port)}`;
}

/** A fault that the operator of the control plane can fix; the message contains the fix. */
export class ControlPlaneSetupError extends Error {
  override name = 'ControlPlaneSetupError';
}

/** There is no initialised database: a restart would fail in the same way. */
export class NotInitialised extends ControlPlaneSetupError {
  override name = 'NotInitialised';

  constructor(what: string) {
    super(
      `${what}; create an organization with “satrap control-plane install” or “satrap control-plane init”, restore a backup with “satrap control-plane restore FILE”, or replace a lost control plane with “satrap control-plane init --recover”`,
    );
  }
}
