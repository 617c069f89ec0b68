import type { ProbeResult } from '../agent/probe.ts';
import type { Clock } from '../timing/clock.ts';
import type { AgentUnit, UnitState } from './agent-unit.ts';
import type { AgentView } from './agent-view.ts';
import { needsProbe, type Round } from './round.ts';

export interface RoundSources {
  unit: Pick<AgentUnit, 'state'>;
  agent: Pick<AgentView, 'status'>;
  /** What the former version, whose program this is, can do now, with the variables of the agent's unit. */
  probe(environment: UnitState['environment']): Promise<ProbeResult>;
  clock: Clock;
}

export class RoundGatherer {
  readonly #sources: RoundSources;
  readonly #startedMs: number;
  #restarts: number | undefined;
  #exits = 0;
  #lastExit: string | null = null;

  constructor(sources: RoundSources) {
    this.#sources = sources;
    this.#startedMs = sources.clock.elapsed();
  }

  async gather(): Promise<Round> {
    const { unit, agent, probe, clock } = this.#sources;
    const [state, status] = await Promise.all([unit.state(), agent.status()]);
    // The service manager counts from 0 again when it is told to start a unit.
    this.#exits += Math.max(0, state.restarts - (this.#restarts ?? state.restarts));
    this.#restarts = state.restarts;
    this.#lastExit = state.lastExit ?? this.#lastExit;
    const { isRunning, isRestarted, isStopped, hasFailed } = state;
    const seen = {
      atMs: clock.elapsed() - this.#startedMs,
      unit: { isRunning, isRestarted, isStopped, lastExit: this.#lastExit, exits: this.#exits + (hasFailed ? 1 : 0) },
      status,
    };
    return { ...seen, probe: needsProbe(seen) ? await probe(state.environment) : null };
  }
}
