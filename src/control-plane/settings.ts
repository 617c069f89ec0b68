import type { PublicKey } from '../release/minisign.ts';

/** Who may sign up: everybody, who was invited, or nobody. */
export const signUpModes = ['open', 'invitation', 'closed'] as const;
export type SignUpMode = (typeof signUpModes)[number];

export interface ControlPlaneSettings {
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** Holds the secret file, and the embedded database where `databaseUrl` is undefined. */
  dataDir: string;
  /** URL of a PostgreSQL server to use in place of the embedded database. */
  databaseUrl?: string | undefined;
  /** What people's browsers call this control plane, such as https://satrap.example.com. */
  publicUrl?: string | undefined;
  /** Ranges of addresses (CIDR) of the reverse proxies that are believed what they say of their clients. */
  trustedProxies?: readonly string[] | undefined;
  signUp: SignUpMode;
  /** Ranges of addresses (CIDR) that are not public and that webhooks may go to all the same, also without TLS. */
  webhookAllow?: readonly string[] | undefined;
  /** Where `GET /metrics` answers; undefined for nowhere. The port 0 takes any free one. */
  metrics?: { host: string; port: number } | undefined;
  /** Where the built console lies. Default: where `npm run build:console` puts it. */
  consoleDir?: string | undefined;
  /** Sends traces to the collector that the environment names (`OTEL_EXPORTER_OTLP_ENDPOINT`). */
  traces?: boolean;
  /** The keys that a lifecycle table may be signed with. Default: those that came with the release. */
  lifecycleKeys?: readonly PublicKey[] | undefined;
  /** Without introspection and the explorer page. */
  production: boolean;
  /** The interval that agents are given; an executor that misses three heartbeats is offline. */
  heartbeatIntervalSeconds: number;
  eventRetentionDays: number;
  sampleRetentionDays: number;
  /** How long the upgrade of an agent may take, in minutes. */
  upgradeDeadlineMinutes: number;
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

/** The URL by which a program of the same machine reaches a server that listens there, without a path. Pure. */
export function ownUrl({ host, port }: { host: string; port: number }): string {
  const reachable = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/** Seconds without a heartbeat after which an executor is offline: three intervals, and a little for the network. */
export const offlineAfterSeconds = (settings: Pick<ControlPlaneSettings, 'heartbeatIntervalSeconds'>): number =>
  settings.heartbeatIntervalSeconds * 3 + 2;

/** A fault that the operator of the control plane can fix; the message says how. */
export class ControlPlaneSetupError extends Error {
  override name = 'ControlPlaneSetupError';
}

/** There is no database to serve yet: another start finds the same. */
export class NotInitialised extends ControlPlaneSetupError {
  override name = 'NotInitialised';

  constructor(what: string) {
    super(
      `${what}; create an organization with “satrap control-plane install” or “satrap control-plane init”, restore a backup with “satrap control-plane restore FILE”, or replace a lost control plane with “satrap control-plane init --recover”`,
    );
  }
}
