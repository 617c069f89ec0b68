import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DesiredUpgrade } from '../../contract/types.generated.ts';
import type { ImageOrder } from '../../upgrade/order.ts';
import { checkWantedImage } from './check-wanted.ts';
import type { OwnContainer } from './own-container.ts';
import type { PrepareOptions, PrepareProgress } from './prepare-upgrade.ts';
import { rehearseUpgrade } from './rehearse-upgrade.ts';
import { becameFull } from './room.ts';
import { isNoRoom, UpgradeFailed } from './upgrade-error.ts';

/**
 * Has the engine fetch the image of a version, and rehearses that. Returns the order for the helper, which is not given yet. Throws UpgradeFailed
 * for what no further try of the same request mends, and RuntimeError.
 */
export async function prepareImage(
  wanted: DesiredUpgrade,
  { container, ...options }: PrepareOptions & { container: OwnContainer },
  { step, show }: PrepareProgress,
  signal: AbortSignal,
): Promise<ImageOrder> {
  const { version, clock } = options;
  const { requestId, targetVersion, channel } = wanted;
  const { platform } = options.upgradability;
  const facts = await container.facts();
  const repositories = 'fault' in facts ? [] : facts.repositories;
  const checked = checkWantedImage(wanted, options, repositories);
  if ('refusal' in checked) throw new UpgradeFailed(checked.refusal);
  step('fetching');
  const image = await container.fetchImage(checked, {
    ...{ platform, signal },
    onProgress: (percent) => show(percent, null),
    onTrouble: (reason) => show(null, reason),
  });
  step('fetched');
  step('rehearsing');
  await rehearseImage(targetVersion, image.id, { ...options, container }, { show, signal });
  step('rehearsed');
  return {
    ...{ requestId, fromVersion: version, toVersion: targetVersion, channel, platform },
    image: { ...image, ...(await container.ordered()) },
    orderedAt: new Date(clock.now()).toISOString(),
  };
}

async function rehearseImage(
  targetVersion: string,
  imageId: string,
  {
    container,
    files,
    dataDir,
    present,
    runArguments,
    database,
    clock,
  }: PrepareOptions & {
    container: OwnContainer;
  },
  { show, signal }: { show: PrepareProgress['show']; signal: AbortSignal },
): Promise<void> {
  try {
    await rm(files.staged, { recursive: true, force: true });
    await mkdir(files.staged, { recursive: true, mode: 0o700 });
    await rehearseUpgrade({
      ...{ targetVersion, database, runArguments, clock, signal },
      programs: {
        fresh: { command: imageId, args: [], run: (image, words, limits) => container.run(image, words, limits) },
        present,
      },
      folder: join(files.staged, 'store'),
      onTrouble: (reason) => show(null, reason),
    });
  } catch (error) {
    if (isNoRoom(error)) throw becameFull(dataDir, 'the store was copied');
    throw error;
  } finally {
    await rm(files.staged, { recursive: true, force: true });
  }
}
