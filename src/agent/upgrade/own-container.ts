import type { ReleaseImage } from '../../contract/types.generated.ts';
import type { ImageOrder } from '../../upgrade/upgrade-files.ts';
import type { ContainerFacts } from './container-facts.ts';
import type { ProgramEnd, ProgramOptions } from './run-program.ts';

export interface PresentImage {
  id: string;
  /** The image reference of a container. */
  reference: string;
}

export interface FetchImageOptions {
  platform: string;
  signal: AbortSignal;
  onProgress(part: number): void;
  /** Called with the reason of each retry. */
  onTrouble(reason: string): void;
}

export interface OwnContainer {
  /** The findings about it, or why there are none. Never throws. */
  facts(): Promise<ContainerFacts | { fault: string }>;
  /** The container's part of an order. Throws RuntimeError. */
  ordered(): Promise<Omit<ImageOrder['image'], 'id' | 'reference'>>;
  fetchImage(image: ReleaseImage, options: FetchImageOptions): Promise<PresentImage>;
  /** Runs the program of an image in a container like this one. Waits while the engine is down. */
  run(imageId: string, words: readonly string[], options: ProgramOptions): Promise<ProgramEnd>;
  /** Runs the helper of an order, and removes it afterwards. Returns whether there is one. Throws RuntimeError. */
  ensureHelper(order: ImageOrder | null): Promise<boolean>;
  /** Removes the helper in any state. Throws RuntimeError. */
  removeHelper(order: ImageOrder): Promise<void>;
}
