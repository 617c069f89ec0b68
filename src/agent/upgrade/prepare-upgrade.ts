import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DesiredUpgrade, UpgradabilityInput } from '../../contract/types.generated.ts';
import type { UpgradeOrder } from '../../upgrade/order.ts';
import { unpackArchive } from '../../upgrade/unpack-archive.ts';
import type { UpgradeFiles } from '../../upgrade/upgrade-files.ts';
import { ArchiveRefused, releaseKeys } from '../../upgrade/verify-archive.ts';
import type { HttpConnections } from '../control-plane/http-connections.ts';
import { checkWanted } from './check-wanted.ts';
import { fetchArchive } from './fetch-archive.ts';
import { type RehearsingAgent, rehearsePrepared } from './rehearse-upgrade.ts';
import { UpgradeFailed } from './upgrade-error.ts';

export interface PrepareOptions extends RehearsingAgent {
  version: string;
  root: string;
  channel: string;
  upgradability: UpgradabilityInput;
  connections: Pick<HttpConnections, 'get'>;
}

export interface PrepareProgress {
  /** A step starts or ends: reported as an event. */
  step(step: 'fetching' | 'fetched' | 'rehearsing' | 'rehearsed'): void;
  show(progress: number | null, trouble: string | null): void;
}

/**
 * Downloads, verifies, unpacks and rehearses a version, resuming earlier work. Returns the order for the watcher.
 * Throws UpgradeFailed.
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
  const unpacked = async () => {
    const folder = join(files.staged, targetVersion);
    await unpackArchive(archive, folder, { signal }).catch((error: unknown) => {
      if (error instanceof ArchiveRefused) throw new UpgradeFailed(`archive rejected: ${error.message}`);
      throw error;
    });
    show(50, null);
    return { command: join(folder, 'bin/satrap'), args: [] };
  };
  await rehearsePrepared(targetVersion, unpacked, options, {
    ...{ show, signal, full: 'unpacking the new version and copying the store' },
  });
  step('rehearsed');
  const orderedAt = new Date(clock.now()).toISOString();
  return {
    ...{ requestId, fromVersion: version, toVersion: targetVersion, channel, platform },
    ...{ archive, sizeBytes, sha256, signature, orderedAt },
  };
}

export function removeFetched({ fetched, staged }: UpgradeFiles): void {
  for (const folder of [fetched, staged]) rmSync(folder, { recursive: true, force: true });
}
