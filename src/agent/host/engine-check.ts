import type { Clock } from '../../timing/clock.ts';
import { untilAborted } from '../../timing/until-aborted.ts';
import type { Service } from '../loops/watched-loops.ts';
import type { HostRuntime } from '../runtime/host-runtime.ts';
import { RuntimeError } from '../runtime/runtime-error.ts';

/** Nodes cannot run on this engine. The message says why, and what to do. */
export class UnfitEngine extends Error {
  override name = 'UnfitEngine';
}

const retryMs = 10_000;

/** Ends the agent once its engine answers and cannot keep nodes as configured. Throws UnfitEngine. */
export const engineCheck = (host: Pick<HostRuntime, 'whyUnfit'>, clock: Clock): Service => ({
  name: 'engine check',
  run: async (signal) => {
    while (!signal.aborted) {
      const why = await host.whyUnfit().catch((error: unknown) => {
        if (!(error instanceof RuntimeError)) throw error;
        return undefined;
      });
      if (typeof why === 'string') throw new UnfitEngine(why);
      if (why === null) return untilAborted(signal);
      await clock.sleep(retryMs, signal);
    }
  },
});

/** The engine removed the container of this agent without ending its process. */
export class ContainerRemoved extends Error {
  override name = 'ContainerRemoved';
}

const everyMs = 1000;

/** An engine killed during a start leaves a process unknown to it, which holds the data directory. */
export const containerWatch = (isRemoved: () => boolean, clock: Clock): Service => ({
  name: 'container watch',
  run: async (signal) => {
    while (!signal.aborted) {
      if (isRemoved())
        throw new ContainerRemoved('the engine removed the container of this agent but did not end its process');
      await clock.sleep(everyMs, signal);
    }
  },
});
