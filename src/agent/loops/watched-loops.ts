import type { Clock } from '../../timing/clock.ts';

export interface Service {
  readonly name: string;
  /** Runs until `signal` aborts. Throwing ends the agent. */
  run(signal: AbortSignal): Promise<void>;
}

/** Whether the agent's own loops make progress. An unreachable engine or control plane does not affect it. */
export interface AgentHealth {
  isAlive: boolean;
  loops: { name: string; isAlive: boolean; silentSeconds: number; maxSilenceSeconds: number }[];
}

/** Seconds that a turn may be overdue, longer than its calls: engine 30 s, control plane 10 s, daemon 60 s. */
export const maxSilence = {
  heartbeat: 300,
  'event sender': 120,
  nudges: 120,
  /** One turn of a node inspects its containers, images, volumes and data in sequence. */
  reconcile: 600,
  monitor: 300,
  'engine events': 120,
  orphans: 120,
  'upcoming images': 120,
  'disk guard': 120,
  upgrade: 120,
  'key rotation': 120,
  'reserved space': 120,
  'sample writer': 120,
  gateway: 120,
} as const;

export type LoopName = keyof typeof maxSilence;

/** Watches a loop until its pulse is disposed of. */
export type WatchLoop = (name: LoopName) => Pulse;

export type WatchedLoops = ReturnType<typeof watchedLoops>;

/** The loops of an agent. An answer also proves that the event loop runs. */
export function watchedLoops(clock: Clock) {
  const watched = new Map<Pulse, LoopName>();
  const watch: WatchLoop = (name) => {
    const pulse: Pulse = pulseOf(clock, () => watched.delete(pulse));
    watched.set(pulse, name);
    return pulse;
  };
  return {
    watch,
    /** Reports each loop; of several with one name, such as those of nodes, the most overdue one. */
    get health(): AgentHealth {
      const byName = Map.groupBy(watched, ([, name]) => name);
      const loops = [...byName].map(([name, pulses]) => {
        const silentMs = Math.max(...pulses.map(([{ silentMs }]) => silentMs));
        const maxSilenceSeconds = maxSilence[name];
        const isAlive = silentMs <= maxSilenceSeconds * 1000;
        return { name, isAlive, silentSeconds: Math.floor(silentMs / 1000), maxSilenceSeconds };
      });
      return { isAlive: loops.every(({ isAlive }) => isAlive), loops };
    },
  };
}

export type Pulse = ReturnType<typeof pulseOf>;

export function pulseOf(clock: Clock, onEnd: () => unknown = () => undefined) {
  let dueAt = clock.elapsed();
  let isAway = false;
  return {
    /** Marks the end of a turn, whatever its result. `restMs`: maximum time until the next turn. */
    beat(restMs = 0): void {
      isAway = false;
      dueAt = clock.elapsed() + restMs;
    },
    /** Suspends the check until the next beat, while the loop waits for an external system. */
    away(): void {
      isAway = true;
    },
    get silentMs(): number {
      return isAway ? 0 : Math.max(0, clock.elapsed() - dueAt);
    },
    [Symbol.dispose]: () => void onEnd(),
  };
}

interface LoopOptions {
  pulse: Pulse;
  signal: AbortSignal;
  /** Sleeps, or returns early when something wakes the loop. */
  rest(ms: number): Promise<unknown>;
}

/** Runs a loop until `signal` aborts. A turn returns the milliseconds to sleep. */
export async function loop({ pulse, signal, rest }: LoopOptions, turn: () => Promise<number>): Promise<void> {
  while (!signal.aborted) {
    pulse.beat();
    const restMs = await turn();
    pulse.beat(restMs);
    if (restMs > 0) await rest(restMs);
  }
}
