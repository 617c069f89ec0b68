import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import { gatherControlPlane } from '../../../agent/control-plane/gather-control-plane.ts';
import { reachMailServer, readMailServer } from '../../../control-plane/alerts/channels/mail.ts';
import { inspectDatabase } from '../../../control-plane/commands/inspect-database.ts';
import { readSecret } from '../../../control-plane/people/accounts/secret.ts';
import { findPooler, withConnection } from '../../../control-plane/platform/database/connect.ts';
import { type ControlPlaneSettings, ownUrl } from '../../../control-plane/settings.ts';
import { packageRoot } from '../../../package-root.ts';
import { errorMessage } from '../../../text/error-message.ts';
import { programFolderOf } from '../../../upgrade-watcher/program-folder.ts';
import { ownVersion } from '../../../version.ts';
import { type SwitchJournal, switchUnderWay } from '../install/switch.ts';
import { asAgent, onThisHost, type Probed, probe, readiness } from './probe.ts';

/** What `satrap control-plane doctor` found out; null for what is not set up or not known. */
export type DoctorFacts = Awaited<ReturnType<typeof gatherFacts>>;

const orError = <T>(work: () => Promise<T>): Promise<T | { error: string }> =>
  work().catch((error: unknown) => ({ error: errorMessage(error) }));

/** Gathers what this host's control plane says of itself, and its database. It may not serve. Never throws. */
export async function gatherHere(settings: ControlPlaneSettings, log: Logger) {
  const { dataDir, databaseUrl } = settings;
  const own = ownUrl(settings);
  const secret = await orError(async () => readSecret(dataDir));
  const probed = async (base: string, get: typeof asAgent): Promise<Probed> =>
    'error' in secret ? { error: secret.error, isHeldBack: false } : probe(base, secret, get);
  const [service, ready, database] = await Promise.all([
    probed(own, onThisHost),
    readiness(own),
    orError(() => inspectDatabase(settings, log)),
  ]);
  return {
    own,
    probed,
    secretError: 'error' in secret ? secret.error : null,
    service,
    ready,
    installedVersion: programFolderOf(packageRoot())?.versionOf('control-plane') ?? ownVersion(),
    switching: readSwitch(),
    isEmbedded: databaseUrl === undefined,
    database,
    disk: gatherDisk(dataDir),
  };
}

/** Gathers facts about this host's control plane and everything that it depends on. Never throws. */
export async function gatherFacts(settings: ControlPlaneSettings, log: Logger, now: () => number) {
  const { databaseUrl, directDatabaseUrl, readDatabaseUrl, publicUrl, smtp } = settings;
  const { probed, ...here } = await gatherHere(settings, log);
  const [pooler, readReplica, ofUrl, mail] = await Promise.all([
    databaseUrl === undefined ? null : orError(async () => ({ isPooled: await findPooler(databaseUrl) })),
    readDatabaseUrl === undefined
      ? null
      : orError(() => withConnection(readDatabaseUrl, async () => ({}), 'READ_DATABASE_URL', { retries: 0 })),
    publicUrl === undefined ? null : gatherUrl(publicUrl, probed, now),
    smtp === undefined ? null : orError(async () => reachMailServer(readMailServer(smtp)).then(() => ({}))),
  ]);
  return { ...here, hasDirectUrl: directDatabaseUrl !== undefined, pooler, readReplica, ofUrl, mail };
}

/** Connects to the public URL as an agent of another host does. */
async function gatherUrl(
  publicUrl: string,
  probed: (base: string, get: typeof asAgent) => Promise<Probed>,
  now: () => number,
) {
  const { addresses, error, certificateEndsAt } = await gatherControlPlane(
    { url: `${publicUrl}/graphql`, apiKey: '', caFile: undefined, proxy: undefined, noProxy: [] },
    now,
  );
  const events = error === null ? await probed(publicUrl, asAgent) : null;
  return { publicUrl, addresses, error, certificateEndsAt, events };
}

/** The upgrade or rollback under way; null without one, or if this user may not look. */
function readSwitch(): SwitchJournal | null {
  try {
    return switchUnderWay();
  } catch {
    return null;
  }
}

const mebibyte = 1024 * 1024;

function gatherDisk(dataDir: string) {
  let path = dataDir;
  while (!existsSync(path)) path = dirname(path);
  const { blocks, bavail, bsize } = statfsSync(path);
  return {
    path,
    freeMiB: Math.floor((bavail * bsize) / mebibyte),
    totalMiB: Math.floor((blocks * bsize) / mebibyte),
  };
}
