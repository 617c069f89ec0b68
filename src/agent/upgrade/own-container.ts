import type { ReleaseImage } from '../../contract/types.generated.ts';
import type { ImageOrder } from '../../upgrade/order.ts';
import type { ContainerFacts } from './container-facts.ts';
import type { ProgramEnd, ProgramOptions } from './run-program.ts';

export interface PresentImage {
  id: string;
  /** What a container names as its image. */
  reference: string;
}

export interface FetchImageOptions {
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
  fetchImage(image: ReleaseImage, options: FetchImageOptions): Promise<PresentImage>;
  /** Runs the program of an image in a container like this one. Waits while the engine is away. */
  run(imageId: string, words: readonly string[], options: ProgramOptions): Promise<ProgramEnd>;
  /** Keeps the helper running while there is an order, and removes it afterwards. Returns whether there is one. Throws RuntimeError. */
  tendHelper(order: ImageOrder | null): Promise<boolean>;
  /** Takes the helper away wherever it is. Throws RuntimeError. */
  removeHelper(order: ImageOrder): Promise<void>;
}
