import type { ReleaseImage } from '../../contract/types.generated.ts';
import type { ImageOrder } from '../../upgrade/order.ts';
import type { ContainerFacts } from './container-facts.ts';
import type { ProgramEnd, ProgramOptions } from './run-program.ts';

/** An image that the engine has. */
export interface PresentImage {
  id: string;
  /** What a container names as its image. */
  reference: string;
}

export interface FetchImageOptions {
  /** Such as linux-x64. */
  platform: string;
  signal: AbortSignal;
  onProgress(percent: number): void;
  /** Called with why nothing comes now; it is tried again. */
  onTrouble(reason: string): void;
}

/** The container that the agent runs in, and what an upgrade of it takes. */
export interface OwnContainer {
  /** What there is to say of it, or why it cannot be found. Never throws. */
  facts(): Promise<ContainerFacts | { fault: string }>;
  /** What an order says of the container. Throws RuntimeError. */
  ordered(): Promise<Omit<ImageOrder['image'], 'id' | 'reference'>>;
  /** Has the engine fetch an image, by its digest alone, unless it is there. Throws UpgradeFailed for what no further try mends. */
  fetchImage(image: ReleaseImage, options: FetchImageOptions): Promise<PresentImage>;
  /**
   * Runs the program of an image in a container of its own, with the mounts, the network and the environment of this one. Waits while the engine is
   * away. Never throws but where `signal` aborts.
   */
  run(imageId: string, words: readonly string[], options: ProgramOptions): Promise<ProgramEnd>;
  /**
   * Sees to it that the helper runs while an order is there, and that nothing is left of it once it has ended. Returns whether there is still a helper.
   * Throws RuntimeError.
   */
  tendHelper(order: ImageOrder | null): Promise<boolean>;
  /** Takes the helper away wherever it is. Throws RuntimeError. */
  removeHelper(order: ImageOrder): Promise<void>;
}
