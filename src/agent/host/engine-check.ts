import type { Clock } from '../../timing/clock.ts';
import { untilAborted } from '../../timing/until-aborted.ts';
import type { HostRuntime } from '../runtime/runtime.ts';
import { RuntimeError } from '../runtime/runtime-error.ts';
import type { Service } from '../service.ts';

/** Nodes cannot be kept on this engine. The message says why, and what to do. */
export class UnfitEngine extends Error {
  override name = 'UnfitEngine';
}

const retryMs = 10_000;

/** Ends the agent where its engine cannot keep nodes as they are asked for: better at the start than found out later. */
export class EngineCheck implements Service {
  readonly name = 'engine check';
  readonly #host: Pick<HostRuntime, 'whyUnfit'>;
  readonly #clock: Clock;

  constructor(host: Pick<HostRuntime, 'whyUnfit'>, clock: Clock) {
    this.#host = host;
    this.#clock = clock;
  }

  /** Asks until the engine answers. Throws UnfitEngine. */
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
