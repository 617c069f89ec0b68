import type { Clock } from '../../timing/clock.ts';

/** Whether the agent's own loops turn. The world outside does not count: an engine or a control plane that is away is its own affair. */
export interface AgentHealth {
  isAlive: boolean;
  loops: { name: string; isAlive: boolean; silentSeconds: number; maxSilenceSeconds: number }[];
}

/** Seconds that a turn may be overdue: more than its calls may take. The engine has 30 s for a call, the control plane 10, a daemon at most 60. */
const maxSilence = {
  heartbeat: 300,
  'event sender': 120,
  nudges: 120,
  /** One turn of a node looks at its containers, images, volumes and data, one call after the other. */
  reconcile: 600,
  monitor: 300,
  'engine events': 120,
  orphans: 120,
  'disk guard': 120,
  upgrade: 120,
  'key rotation': 120,
  'reserved space': 120,
  'sample writer': 120,
} as const;

export type LoopName = keyof typeof maxSilence;

/** Watches a loop from now on, until its pulse is disposed of. */
export type WatchLoop = (name: LoopName) => Pulse;

/** The loops of an agent. Anyone who gets an answer of it also knows that its event loop turns. */
export class WatchedLoops {
  readonly #clock: Clock;
  readonly #pulses = new Map<Pulse, LoopName>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly watch: WatchLoop = (name) => {
    const pulse: Pulse = new Pulse(this.#clock, () => this.#pulses.delete(pulse));
    this.#pulses.set(pulse, name);
    return pulse;
  };

  /** Judges each loop; those of one name, such as one for each node, by the one that is silent for the longest. */
  get health(): AgentHealth {
    const byName = Map.groupBy(this.#pulses, ([, name]) => name);
    const loops = [...byName].map(([name, pulses]) => {
      const silentMs = Math.max(...pulses.map(([{ silentMs }]) => silentMs));
      const maxSilenceSeconds = maxSilence[name];
      const isAlive = silentMs <= maxSilenceSeconds * 1000;
      return { name, isAlive, silentSeconds: Math.floor(silentMs / 1000), maxSilenceSeconds };
    });
    return { isAlive: loops.every(({ isAlive }) => isAlive), loops };
  }
}

export class Pulse implements Disposable {
  readonly #clock: Clock;
  readonly #onEnd: () => void;
  #dueAt: number;
  #isAway = false;

  constructor(clock: Clock, onEnd: () => void = () => undefined) {
    this.#clock = clock;
    this.#onEnd = onEnd;
    this.#dueAt = clock.elapsed();
  }

  /** The loop made a turn, whatever came of it. Before it rests, it says for how many milliseconds at most. */
  beat(restMs = 0): void {
    this.#isAway = false;
    this.#dueAt = this.#clock.elapsed() + restMs;
  }

  /** Until its next beat the loop waits for the world outside, for as long as that takes: it is not judged meanwhile. */
  away(): void {
    this.#isAway = true;
  }

  get silentMs(): number {
    return this.#isAway ? 0 : Math.max(0, this.#clock.elapsed() - this.#dueAt);
  }

  /** The loop has ended as it should. */
  [Symbol.dispose](): void {
    this.#onEnd();
  }
}

interface LoopOptions {
  pulse: Pulse;
  signal: AbortSignal;
  /** Rests for some milliseconds, or until something wakes the loop. */
  rest(ms: number): Promise<unknown>;
}

/** Runs one of the agent's own loops until `signal` aborts. A turn returns for how many milliseconds to rest. */
export async function loop({ pulse, signal, rest }: LoopOptions, turn: () => Promise<number>): Promise<void> {
  while (!signal.aborted) {
    pulse.beat();
    const restMs = await turn();
    pulse.beat(restMs);
    if (restMs > 0) await rest(restMs);
  }
}
