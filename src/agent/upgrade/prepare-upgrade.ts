import { rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DesiredUpgrade, UpgradabilityInput } from '../../contract/types.generated.ts';
import type { Clock } from '../../timing/clock.ts';
import type { UpgradeOrder } from '../../upgrade/order.ts';
import { releaseKeys } from '../../upgrade/release-keys.ts';
import { unpackArchive } from '../../upgrade/unpack-archive.ts';
import type { UpgradeFiles } from '../../upgrade/upgrade-files.ts';
import { ArchiveRefused } from '../../upgrade/verify-archive.ts';
import type { HttpConnections } from '../control-plane/http-connections.ts';
import type { Store } from '../store/database.ts';
import { checkWanted } from './check-wanted.ts';
import { fetchArchive } from './fetch-archive.ts';
import { rehearseUpgrade } from './rehearse-upgrade.ts';
import { becameFull } from './room.ts';
import type { Program } from './run-rehearsal.ts';
import { isNoRoom, UpgradeFailed } from './upgrade-error.ts';

export interface PrepareOptions {
  /** The running version, and its folder. */
  version: string;
  root: string;
  channel: string;
  dataDir: string;
  files: UpgradeFiles;
  upgradability: UpgradabilityInput;
  /** How the running version is started, and with which arguments after `agent run`. */
  present: Program;
  runArguments: readonly string[];
  database: Store;
  connections: Pick<HttpConnections, 'get'>;
  clock: Clock;
}

export interface PrepareProgress {
  /** A step begins or is done: told as an event. */
  step(step: 'fetching' | 'fetched' | 'rehearsing' | 'rehearsed'): void;
  /** How far the present step is: percent, null where that is as before, and what stands in the way. */
  show(progress: number | null, trouble: string | null): void;
}

/**
 * Fetches, checks, unpacks and rehearses a version. Returns the order for the watcher, which is not given yet. Whatever was done before is gone on
 * with. Throws UpgradeFailed for what no further try of the same request mends.
 */
export async function prepareUpgrade(
  wanted: DesiredUpgrade,
  options: PrepareOptions,
  { step, show }: PrepareProgress,
  signal: AbortSignal,
): Promise<UpgradeOrder> {
  const { version, root, files, dataDir, connections, clock } = options;
  const { requestId, targetVersion, channel } = wanted;
  const checked = checkWanted(wanted, options);
  if ('refusal' in checked) throw new UpgradeFailed(checked.refusal);
  const { platform, sizeBytes, sha256, signature, url } = checked;
  step('fetching');
  const archive = await fetchArchive({
    ...{ url, files, dataDir, connections, clock, signal },
    wanted: { version: targetVersion, platform, channel, sizeBytes, sha256, signature },
    versions: dirname(root),
    keys: releaseKeys(root),
    onProgress: (percent) => show(percent, null),
    onTrouble: (reason) => show(null, reason),
  });
  step('fetched');
  step('rehearsing');
  await rehearseStaged(wanted, archive, options, { show, signal });
  step('rehearsed');
  const orderedAt = new Date(clock.now()).toISOString();
  return {
    ...{ requestId, fromVersion: version, toVersion: targetVersion, channel, platform },
    ...{ archive, sizeBytes, sha256, signature, orderedAt },
  };
}

async function rehearseStaged(
  { targetVersion }: DesiredUpgrade,
  archive: string,
  { files, dataDir, present, runArguments, database, clock }: PrepareOptions,
  { show, signal }: { show: PrepareProgress['show']; signal: AbortSignal },
): Promise<void> {
  const folder = join(files.staged, targetVersion);
  try {
    // What an agent that was killed left there may not be whole.
    await rm(files.staged, { recursive: true, force: true });
    await mkdir(files.staged, { recursive: true, mode: 0o700 });
    await unpackArchive(archive, folder, { signal });
    show(50, null);
    await rehearseUpgrade({
      ...{ targetVersion, database, runArguments, clock, signal },
      programs: { fresh: { command: join(folder, 'bin/satrap'), args: [] }, present },
      folder: join(files.staged, 'store'),
      onTrouble: (reason) => show(null, reason),
    });
  } catch (error) {
    if (isNoRoom(error)) throw becameFull(dataDir, 'the new version was unpacked and the store copied');
    if (error instanceof ArchiveRefused) throw new UpgradeFailed(`the archive is refused: ${error.message}`);
    throw error;
  } finally {
    await rm(files.staged, { recursive: true, force: true });
  }
}

/** Removes what was fetched and unpacked. */
export function removeFetched({ fetched, staged }: UpgradeFiles): void {
  for (const folder of [fetched, staged]) rmSync(folder, { recursive: true, force: true });
}
