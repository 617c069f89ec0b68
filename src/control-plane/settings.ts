/** How a control plane is to run. */
export interface ControlPlaneSettings {
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** Holds the secret file, and the embedded database where `databaseUrl` is not given. */
  dataDir: string;
  /** A PostgreSQL to use in place of the embedded database. */
  databaseUrl?: string | undefined;
  /** Without introspection and the explorer page. */
  production: boolean;
  /** What agents are told; an executor that misses three is offline. */
  heartbeatIntervalSeconds: number;
  eventRetentionDays: number;
  sampleRetentionDays: number;
}

export const defaultSettings = {
  host: '127.0.0.1',
  port: 4100,
  dataDir: '/var/lib/satrap-control-plane',
  heartbeatIntervalSeconds: 15,
  eventRetentionDays: 90,
  sampleRetentionDays: 7,
} as const;

/** Seconds after which an executor that was not heard of counts as offline: three missed heartbeats, and a little for the way. */
export const offlineAfterSeconds = (settings: Pick<ControlPlaneSettings, 'heartbeatIntervalSeconds'>): number =>
  settings.heartbeatIntervalSeconds * 3 + 2;

/** A fault that whoever runs the control plane can mend; the message says how. */
export class ControlPlaneSetupError extends Error {
  override name = 'ControlPlaneSetupError';
}
