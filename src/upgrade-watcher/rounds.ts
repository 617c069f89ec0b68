import { connect } from 'node:net';
import * as z from 'zod';
import { queryAgent } from '../agent/admin-socket/client.ts';
import type { ProbeResult } from '../agent/probe.ts';
import { asUser, type FileOwner } from '../storage/as-user.ts';
import type { Clock } from '../timing/clock.ts';
import type { AgentUnit, UnitState } from './agent-unit.ts';
import { needsProbe, type Round } from './round.ts';

/** What every version of the agent says of itself. */
const statusShape = z.object({
  version: z.string(),
  lastSync: z.object({ at: z.string().nullable(), error: z.string().nullable() }),
  engine: z.object({ error: z.string().nullable() }).optional(),
});

/** An agent that takes longer, or answers without an end, does not answer. */
const answerMs = 10_000;

/** Asks the running agent, as its user. */
export class AgentView {
  readonly #dataDir: string;
  readonly #user: FileOwner;

  constructor(dataDir: string, user: FileOwner) {
    this.#dataDir = dataDir;
    this.#user = user;
  }

  /** Null where none answers. */
  async status(): Promise<Round['status']> {
    const answer = await queryAgent<unknown>(this.#dataDir, '/status', {
      signal: AbortSignal.timeout(answerMs),
      // The socket may be a link to one that only root may use.
      connection: (path) => asUser(this.#user, () => connect(path)),
    }).catch(() => null);
    const { data } = statusShape.safeParse(answer);
    if (data === undefined) return null;
    const { version, lastSync, engine } = data;
    return { version, syncedAt: lastSync.at, sync: lastSync.error, engine: engine?.error ?? null };
  }
}

export interface RoundSources {
  unit: Pick<AgentUnit, 'state'>;
  agent: Pick<AgentView, 'status'>;
  /** What the former version, whose program this is, can do now, with the variables of the agent's unit. */
  probe(environment: UnitState['environment']): Promise<ProbeResult>;
  clock: Clock;
}

/** Gathers the rounds of one judging. */
export class RoundGatherer {
  readonly #sources: RoundSources;
  readonly #startedMs: number;
  #restarts: number | undefined;
  #exits = 0;

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
    const { isRunning, isRestarted, isStopped, hasFailed, lastExit } = state;
    const seen = {
      atMs: clock.elapsed() - this.#startedMs,
      unit: { isRunning, isRestarted, isStopped, lastExit, exits: this.#exits + (hasFailed ? 1 : 0) },
      status,
    };
    return { ...seen, probe: needsProbe(seen) ? await probe(state.environment) : null };
  }
}
