import { connect } from 'node:net';
import * as z from 'zod';
import { queryAgent } from '../agent/admin-socket/client.ts';
import type { ProbeResult } from '../agent/offline/probe.ts';
import { asUser, type FileOwner } from '../storage/as-user.ts';
import { counted } from '../text/counted.ts';
import type { Clock } from '../timing/clock.ts';
import type { AgentUnit, UnitState } from './agent-unit.ts';
import type { SwitchJournal } from './journal.ts';

export interface Round {
  atMs: number;
  /** `lastExit`: null if no exit was ever observed. */
  unit: Pick<UnitState, 'isRunning' | 'isRestarted' | 'isStopped' | 'lastExit'> & { exits: number };
  status: {
    version: string;
    /** ISO time of its last heartbeat; null before the first one. */
    syncedAt: string | null;
    sync: string | null;
    engine: string | null;
  } | null;
  /** The previous version's result at the same time; null if it was not probed. */
  probe: ProbeResult | null;
}

/** The finding of one round. `topic` groups consecutive faults. */
export type RoundFinding =
  | { kind: 'good' }
  | { kind: 'world'; what: string }
  | { kind: 'stopped' }
  | { kind: 'own'; topic: 'exit' | 'ended' | 'silent' | 'version' | 'heartbeat' | 'engine' | 'sync'; what: string };

/** An agent that exits this often would continue to. */
const maxExits = 3;

/** Judges a round: a problem that the previous version has too, now or in its last minute, is no fault. */
export function findingOf(round: Round, to: string, before: SwitchJournal['before']): RoundFinding {
  const { unit, status, probe } = round;
  if (unit.isStopped) return { kind: 'stopped' };
  if (unit.exits >= maxExits || (!unit.isRunning && !unit.isRestarted)) {
    const exit = unit.lastExit === null ? '' : `: ${unit.lastExit}`;
    const [topic, what] =
      unit.exits >= maxExits
        ? (['exit', `it exited ${counted(unit.exits, 'time')}${exit}`] as const)
        : (['ended', `it exited${exit}`] as const);
    const excuse = probe?.settings ?? probe?.store ?? null;
    return excuse === null ? { kind: 'own', topic, what } : { kind: 'world', what: excuse };
  }
  if (status === null) return { kind: 'own', topic: 'silent', what: 'it does not respond' };
  if (status.version !== to)
    return { kind: 'own', topic: 'version', what: `version ${status.version} is running instead of ${to}` };
  if (status.syncedAt === null) return { kind: 'own', topic: 'heartbeat', what: 'it sent no heartbeat' };
  if (status.engine !== null && (before?.engine ?? probe?.engine ?? null) === null)
    return { kind: 'own', topic: 'engine', what: `it cannot reach the engine: ${status.engine}` };
  if (status.sync !== null && (before?.sync ?? probe?.controlPlane ?? null) === null)
    return { kind: 'own', topic: 'sync', what: `its heartbeat fails: ${status.sync}` };
  return { kind: 'good' };
}

/** Returns whether to probe the previous version: only if the new one has a problem. */
export const needsProbe = ({ unit, status }: Omit<Round, 'probe'>): boolean =>
  (!unit.isRunning && !unit.isStopped) ||
  unit.exits >= maxExits ||
  (status !== null && (status.engine !== null || status.sync !== null));

export interface RoundSources {
  unit: Pick<AgentUnit, 'state'>;
  agent: AgentView;
  /** The result of the previous version, whose program this is, with the variables of the agent's unit. */
  probe(environment: UnitState['environment']): Promise<ProbeResult>;
  clock: Clock;
}

export function roundGatherer({ unit, agent, probe, clock }: RoundSources): () => Promise<Round> {
  const startedMs = clock.elapsed();
  let restarts: number | undefined;
  let exits = 0;
  let lastExit: string | null = null;
  return async () => {
    const [state, status] = await Promise.all([unit.state(), agent.status()]);
    // The service manager resets its counter when a unit is started by hand.
    exits += Math.max(0, state.restarts - (restarts ?? state.restarts));
    restarts = state.restarts;
    lastExit = state.lastExit ?? lastExit;
    const { isRunning, isRestarted, isStopped, hasFailed } = state;
    const seen = {
      atMs: clock.elapsed() - startedMs,
      unit: { isRunning, isRestarted, isStopped, lastExit, exits: exits + (hasFailed ? 1 : 0) },
      status,
    };
    return { ...seen, probe: needsProbe(seen) ? await probe(state.environment) : null };
  };
}

const statusShape = z.object({
  version: z.string(),
  lastSync: z.object({ at: z.string().nullable(), error: z.string().nullable() }),
  engine: z.object({ error: z.string().nullable() }).optional(),
});

/** An agent that takes longer, or sends an endless answer, does not respond. */
const answerMs = 10_000;

export type AgentView = ReturnType<typeof agentView>;

export const agentView = (dataDir: string, user: FileOwner) => ({
  status: async (): Promise<Round['status']> => {
    const answer = await queryAgent<unknown>(dataDir, '/status', {
      signal: AbortSignal.timeout(answerMs),
      // The socket may be a link to one that only root may use.
      connection: (path) => asUser(user, () => connect(path)),
    }).catch(() => null);
    const { data } = statusShape.safeParse(answer);
    if (data === undefined) return null;
    const { version, lastSync, engine } = data;
    return { version, syncedAt: lastSync.at, sync: lastSync.error, engine: engine?.error ?? null };
  },
});
