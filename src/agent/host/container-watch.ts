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

/** Ends an agent whose container was removed: an engine killed during a start leaves a process it does not know, which keeps the data directory. */
export class ContainerWatch implements Service {
  readonly name = 'container watch';
  readonly #isRemoved: () => boolean;
  readonly #clock: Clock;

  constructor(isRemoved: () => boolean, clock: Clock) {
    this.#isRemoved = isRemoved;
    this.#clock = clock;
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (this.#isRemoved()) throw new ContainerRemoved();
      await this.#clock.sleep(everyMs, signal);
    }
  }
}
