import type { Clock } from '../../timing/clock.ts';
import { untilAborted } from '../../timing/until-aborted.ts';
import type { Service } from '../loops/service.ts';
import type { HostRuntime } from '../runtime/host-runtime.ts';
import { RuntimeError } from '../runtime/runtime-error.ts';

/** Nodes cannot run on this engine. The message says why, and what to do. */
export class UnfitEngine extends Error {
  override name = 'UnfitEngine';
}

const retryMs = 10_000;

/** Ends the agent if its engine cannot keep nodes as configured: better at the start than later. */
export class EngineCheck implements Service {
  readonly name = 'engine check';
  readonly #host: Pick<HostRuntime, 'whyUnfit'>;
  readonly #clock: Clock;

  constructor(host: Pick<HostRuntime, 'whyUnfit'>, clock: Clock) {
    this.#host = host;
    this.#clock = clock;
  }

  /** Retries until the engine answers. Throws UnfitEngine. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const why = await this.#ask();
      if (typeof why === 'string') throw new UnfitEngine(why);
      if (why === null) return untilAborted(signal);
      await this.#clock.sleep(retryMs, signal);
    }
  }

  /** Undefined while the engine does not answer. */
  async #ask(): Promise<string | null | undefined> {
    try {
      return await this.#host.whyUnfit();
    } catch (error) {
      if (!(error instanceof RuntimeError)) throw error;
      return undefined;
    }
  }
}

/** The engine removed the container of this agent without ending its process. */
export class ContainerRemoved extends Error {
  override name = 'ContainerRemoved';

  constructor() {
    super('the engine removed the container of this agent but did not end its process');
  }
}

const everyMs = 1000;

/**
 * Ends an agent whose container was removed: an engine killed during a start leaves a process unknown to it, which
 * holds the data directory.
 */
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
