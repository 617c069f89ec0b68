import type { Clock } from '../../timing/clock.ts';
import type { Service } from '../service.ts';

/** The engine has removed the container that this agent runs in, and knows nothing of its process. */
export class ContainerRemoved extends Error {
  override name = 'ContainerRemoved';

  constructor() {
    super(
      'the engine has removed the container of this agent, which it did not know to run; another one may take its place',
    );
  }
}

const everyMs = 1000;

/**
 * Ends an agent whose container was removed under it. An engine that is killed while it starts a container leaves a process that it knows nothing
 * of: whatever is done to the container does not reach it, and it would keep the data directory from the agent that is started next.
 */
export class ContainerWatch implements Service {
  readonly name = 'container watch';
  readonly #isRemoved: () => boolean;
  readonly #clock: Clock;

  constructor(isRemoved: () => boolean, clock: Clock) {
    this.#isRemoved = isRemoved;
    this.#clock = clock;
  }

  /** Throws ContainerRemoved. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (this.#isRemoved()) throw new ContainerRemoved();
      await this.#clock.sleep(everyMs, signal);
    }
  }
}
