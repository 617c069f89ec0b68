import type { Logger } from 'pino';
import type { ImageOrder, UpgradeFiles, UpgradeOrder } from '../../upgrade/upgrade-files.ts';
import { RuntimeError } from '../runtime/runtime-error.ts';
import type { OwnContainer } from './own-container.ts';

interface HelperKeeperOptions {
  /** Undefined if the agent is not in one. */
  container(): Pick<OwnContainer, 'ensureHelper' | 'removeHelper'> | undefined;
  files: UpgradeFiles;
  log: Logger;
}

export type HelperKeeper = ReturnType<typeof helperKeeper>;

/** In a container, restarts an order's helper that was stopped, and removes one that is done. */
export function helperKeeper({ container: ownContainer, files, log }: HelperKeeperOptions) {
  /** Whether there may be one, left by an earlier run of the agent. */
  let hasHelper = true;
  let trouble: string | null = null;
  return {
    async ensureRunning(): Promise<void> {
      const container = ownContainer();
      if (container === undefined) return;
      const order = imageOrder(files.order.read());
      if (order === null && !hasHelper) return;
      try {
        hasHelper = await container.ensureHelper(order);
        trouble = null;
      } catch (error) {
        if (!(error instanceof RuntimeError)) throw error;
        if (error.message !== trouble) log.warn(`upgrade helper: ${error.message}; retrying`);
        trouble = error.message;
      }
    },
    /** Removes the helper of a withdrawn order. Throws RuntimeError. */
    async remove(order: UpgradeOrder): Promise<void> {
      const ofImage = imageOrder(order);
      if (ofImage !== null) await ownContainer()?.removeHelper(ofImage);
    },
  };
}

const imageOrder = (order: UpgradeOrder | null): ImageOrder | null =>
  order !== null && 'image' in order ? order : null;
