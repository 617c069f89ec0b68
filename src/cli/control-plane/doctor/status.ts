import type { Logger } from 'pino';
import type { ControlPlaneSettings } from '../../../control-plane/settings.ts';
import { counted } from '../../../text/counted.ts';
import { age, gibibytes } from '../../output.ts';
import { switchText } from '../install/switch-text.ts';
import { gatherHere } from './gather.ts';

export type ControlPlaneStatus = Awaited<ReturnType<typeof gatherStatus>>;

/** Reads the status of this host's control plane, which may not serve; null for what is not known. Never throws. */
export async function gatherStatus(settings: ControlPlaneSettings, log: Logger) {
  const { own, service, ready, installedVersion, switching, isEmbedded, database, disk } = await gatherHere(
    settings,
    log,
  );
  const serving = 'serving' in service ? service.serving : null;
  const known = 'error' in database ? null : database;
  return {
    url: own,
    isReady: serving !== null && ready.isReady,
    /** Why it is not ready. */
    reason: 'error' in service ? service.error : ready.isReady ? null : ready.text,
    version: serving?.version ?? null,
    startedAt: serving?.startedAt ?? null,
    installedVersion,
    upgrade: switching === null ? null : switchText(switching),
    publicUrl: settings.publicUrl ?? null,
    /** Of a control plane that serves HTTPS itself. */
    certificate: serving?.certificate ?? null,
    database: {
      isEmbedded,
      error: 'error' in database ? database.error : null,
      version: known?.version ?? null,
      state: known?.state ?? null,
      sizeMiB: known === null ? null : Math.ceil(known.sizeMiB),
      replicas: known?.replicas ?? null,
    },
    hosts: known?.contents?.hosts ?? null,
    nodes: known?.contents?.nodes ?? null,
    lastBackup: known?.contents?.lastBackup ?? null,
    backupsDisabledAt: known?.contents?.backupsDisabledAt ?? null,
    disk,
  };
}

export function statusLines(status: ControlPlaneStatus, now = Date.now()): string[] {
  const { url, isReady, reason, version, startedAt, installedVersion, upgrade, publicUrl, disk } = status;
  const { hosts, nodes, lastBackup, backupsDisabledAt, certificate } = status;
  return [
    version === null || startedAt === null
      ? `control plane ${installedVersion}, not running`
      : `control plane ${version}, up since ${startedAt} (${age(startedAt, now)})`,
    `address: ${url}, ${isReady ? 'ready' : `not ready: ${reason}`}`,
    `public URL: ${publicUrl ?? 'not set'}`,
    ...(certificate === null
      ? []
      : [
          `certificate: expires ${certificate.expiresAt}${certificate.fault === null ? '' : `, not replaced: ${certificate.fault}`}`,
        ]),
    ...(upgrade === null ? [] : [`upgrade: ${upgrade}`]),
    databaseLine(status),
    ...(hosts === null || nodes === null ? [] : [`fleet: ${counted(hosts, 'host')}, ${counted(nodes, 'node')}`]),
    `last backup: ${lastBackup === null ? 'none' : `${age(lastBackup.at, now)} ago (${counted(lastBackup.rows, 'row')})`}${backupsDisabledAt === null ? '' : '; scheduled backups are off'}`,
    `disk of ${disk.path}: ${gibibytes(disk.freeMiB)} of ${gibibytes(disk.totalMiB)} GiB free`,
    ...(isReady ? [] : ['next: satrap control-plane doctor']),
  ];
}

function databaseLine({ database }: ControlPlaneStatus): string {
  const { isEmbedded, error, version, state, sizeMiB, replicas } = database;
  const kind = isEmbedded ? 'embedded PostgreSQL' : 'PostgreSQL';
  if (error !== null) return `database: ${kind}: ${error}`;
  return `database: ${kind} ${version}, ${state}, ${sizeMiB} MiB, ${counted(replicas ?? 0, 'replica')}`;
}
