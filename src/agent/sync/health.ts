import type { Clock } from '../../timing/clock.ts';
import { Pulse } from './pulse.ts';

/** Whether the agent's own loops turn. The world outside does not count: an engine or a control plane that is away is its own affair. */
export interface AgentHealth {
  isAlive: boolean;
  loops: { name: string; isAlive: boolean; silentSeconds: number; maxSilenceSeconds: number }[];
}

/** Twice the longest interval between two heartbeats, which is longer than the event sender waits. */
const maxSilenceMs = 600_000;

/** The loops of an agent that are watched. Whoever gets an answer also knows that its event loop turns. */
export class WatchedLoops {
  readonly heartbeat: Pulse;
  readonly eventSender: Pulse;

  constructor(clock: Clock) {
    this.heartbeat = new Pulse('heartbeat', clock, maxSilenceMs);
    this.eventSender = new Pulse('event sender', clock, maxSilenceMs);
  }

  get health(): AgentHealth {
    const pulses = [this.heartbeat, this.eventSender];
    return {
      isAlive: pulses.every(({ isAlive }) => isAlive),
      loops: pulses.map(({ name, isAlive, silentMs, maxSilenceMs: most }) => ({
        name,
        isAlive,
        silentSeconds: Math.floor(silentMs / 1000),
        maxSilenceSeconds: most / 1000,
      })),
    };
  }
}
