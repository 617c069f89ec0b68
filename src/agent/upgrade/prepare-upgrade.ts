import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DesiredUpgrade, UpgradabilityInput } from '../../contract/types.generated.ts';
import { unpackArchive } from '../../upgrade/unpack-archive.ts';
import type { UpgradeFiles, UpgradeOrder } from '../../upgrade/upgrade-files.ts';
import { ArchiveRefused, releaseKeys } from '../../upgrade/verify-archive.ts';
import type { HttpConnections } from '../control-plane/http-connections.ts';
import { checkWanted, checkWantedImage } from './check-wanted.ts';
import { fetchArchive } from './fetch-archive.ts';
import type { OwnContainer } from './own-container.ts';
import { type Program, type RehearsingAgent, rehearseUpgrade } from './rehearse-upgrade.ts';
import { UpgradeFailed } from './upgrade-error.ts';

export interface PrepareOptions extends RehearsingAgent {
  version: string;
  root: string;
  channel: string;
  upgradability: UpgradabilityInput;
  connections: Pick<HttpConnections, 'send'>;
  /** Used if the agent runs in a container. */
  container?: OwnContainer;
}

export interface PrepareProgress {
  /** A step starts or ends: reported as an event. */
  step(step: 'fetching' | 'fetched' | 'rehearsing' | 'rehearsed'): void;
  show(progress: number | null, trouble: string | null): void;
}

/** Downloads, verifies and rehearses a version. Returns the watcher's order. Throws UpgradeFailed, RuntimeError. */
export async function prepareUpgrade(
  wanted: DesiredUpgrade,
  options: PrepareOptions,
  progress: PrepareProgress,
  signal: AbortSignal,
): Promise<UpgradeOrder> {
  const { version, clock, container, upgradability } = options;
  const { requestId, targetVersion, channel } = wanted;
  const { platform, packaging } = upgradability;
  const { prepare, full, ordered } =
    container !== undefined && packaging === 'image'
      ? await fetchImage(wanted, { ...options, container }, progress, signal)
      : await fetchAsArchive(wanted, options, progress, signal);
  progress.step('fetched');
  progress.step('rehearsing');
  await rehearseUpgrade({ targetVersion, prepare, full }, options, progress.show, signal);
  progress.step('rehearsed');
  return {
    requestId,
    fromVersion: version,
    toVersion: targetVersion,
    channel,
    platform,
    orderedAt: new Date(clock.now()).toISOString(),
    ...(await ordered()),
  };
}

async function fetchAsArchive(
  wanted: DesiredUpgrade,
  options: PrepareOptions,
  { step, show }: PrepareProgress,
  signal: AbortSignal,
) {
  const { root, files } = options;
  const { targetVersion, channel } = wanted;
  const { platform, sizeBytes, sha256, signature, url } = checkWanted(wanted, options);
  step('fetching');
  const archive = await fetchArchive({
    ...options,
    url,
    signal,
    wanted: { version: targetVersion, platform, channel, sizeBytes, sha256, signature },
    versions: dirname(root),
    keys: releaseKeys(root),
    onProgress: (part) => show(part, null),
    onTrouble: (reason) => show(null, reason),
  });
  return {
    prepare: async () => {
      const folder = join(files.staged, targetVersion);
      await unpackArchive(archive, folder, { signal }).catch((error: unknown) => {
        if (error instanceof ArchiveRefused) throw new UpgradeFailed(`archive rejected: ${error.message}`);
        throw error;
      });
      show(50, null);
      return { command: join(folder, 'bin/satrap'), args: [] };
    },
    full: 'unpacking the new version and copying the store',
    ordered: async () => ({ archive, sizeBytes, sha256, signature }),
  };
}

async function fetchImage(
  wanted: DesiredUpgrade,
  { container, ...options }: PrepareOptions & { container: OwnContainer },
  { step, show }: PrepareProgress,
  signal: AbortSignal,
) {
  const facts = await container.facts();
  const checked = checkWantedImage(wanted, options, 'fault' in facts ? [] : facts.repositories);
  step('fetching');
  const image = await container.fetchImage(checked, {
    platform: options.upgradability.platform,
    signal,
    onProgress: (part) => show(part, null),
    onTrouble: (reason) => show(null, reason),
  });
  const run: Program['run'] = (...call) => container.run(...call);
  return {
    prepare: async () => ({ command: image.id, args: [], run }),
    full: 'copying the store',
    /** Its part of the order. */
    ordered: async () => ({ image: { ...image, ...(await container.ordered()) } }),
  };
}

export function removeFetched({ fetched, staged }: UpgradeFiles): void {
  for (const folder of [fetched, staged]) rmSync(folder, { recursive: true, force: true });
}
