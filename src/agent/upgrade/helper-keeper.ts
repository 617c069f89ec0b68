import type { Logger } from 'pino';
import { type ImageOrder, readOrder, type UpgradeOrder } from '../../upgrade/order.ts';
import type { UpgradeFiles } from '../../upgrade/upgrade-files.ts';
import { RuntimeError } from '../runtime/runtime-error.ts';
import type { OwnContainer } from './own-container.ts';

export interface HelperKeeperOptions {
  container: Pick<OwnContainer, 'ensureHelper' | 'removeHelper'> | undefined;
  isInContainer(): boolean;
  files: UpgradeFiles;
  log: Logger;
}

/** In a container, restarts an order's helper that was stopped, and removes one that is done. */
export class HelperKeeper {
  readonly #options: HelperKeeperOptions;
  /** Whether there may be one, left by an earlier run of the agent. */
  #hasHelper = true;
  #trouble: string | null = null;

  constructor(options: HelperKeeperOptions) {
    this.#options = options;
  }

  async ensureRunning(): Promise<void> {
    const { container, files, log } = this.#options;
    if (container === undefined || !this.#options.isInContainer()) return;
    const order = imageOrder(readOrder(files));
    if (order === null && !this.#hasHelper) return;
    try {
      this.#hasHelper = await container.ensureHelper(order);
      this.#trouble = null;
    } catch (error) {
      if (!(error instanceof RuntimeError)) throw error;
      if (error.message !== this.#trouble) log.warn(`upgrade helper: ${error.message}; retrying`);
      this.#trouble = error.message;
    }
  }

  /** Removes the helper of a withdrawn order. Throws RuntimeError. */
  async remove(order: UpgradeOrder): Promise<void> {
    const ofImage = imageOrder(order);
    if (ofImage !== null) await this.#options.container?.removeHelper(ofImage);
  }
}

const imageOrder = (order: UpgradeOrder | null): ImageOrder | null =>
  order !== null && 'image' in order ? order : null;
