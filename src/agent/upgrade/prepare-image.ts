import type { DesiredUpgrade } from '../../contract/types.generated.ts';
import type { ImageOrder } from '../../upgrade/order.ts';
import { checkWantedImage } from './check-wanted.ts';
import type { OwnContainer } from './own-container.ts';
import type { PrepareOptions, PrepareProgress } from './prepare-upgrade.ts';
import { rehearsePrepared } from './rehearse-upgrade.ts';
import type { ProgramOptions } from './run-program.ts';
import { UpgradeFailed } from './upgrade-error.ts';

/** Pulls and rehearses an image. Returns the order for the helper. Throws UpgradeFailed and RuntimeError. */
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
  const run = (id: string, words: readonly string[], limits: ProgramOptions) => container.run(id, words, limits);
  await rehearsePrepared(targetVersion, async () => ({ command: image.id, args: [], run }), options, {
    show,
    signal,
    full: 'copying the store',
  });
  step('rehearsed');
  return {
    ...{ requestId, fromVersion: version, toVersion: targetVersion, channel, platform },
    image: { ...image, ...(await container.ordered()) },
    orderedAt: new Date(clock.now()).toISOString(),
  };
}
