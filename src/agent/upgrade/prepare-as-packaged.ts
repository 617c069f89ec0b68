import type { DesiredUpgrade } from '../../contract/types.generated.ts';
import type { UpgradeOrder } from '../../upgrade/order.ts';
import type { OwnContainer } from './own-container.ts';
import type { PrepareOptions, PrepareProgress } from './prepare-upgrade.ts';

/** Prepares a switch in the way that this agent was installed in: a container's by image, a service's by archive. Throws UpgradeFailed. */
export async function prepareAsPackaged(
  wanted: DesiredUpgrade,
  options: PrepareOptions & { container?: OwnContainer },
  progress: PrepareProgress,
  signal: AbortSignal,
): Promise<UpgradeOrder> {
  const { container } = options;
  // What is needed once in months is loaded then.
  if (container !== undefined && options.upgradability.packaging === 'image') {
    const { prepareImage } = await import('./prepare-image.ts');
    return prepareImage(wanted, { ...options, container }, progress, signal);
  }
  const { prepareUpgrade } = await import('./prepare-upgrade.ts');
  return prepareUpgrade(wanted, options, progress, signal);
}
