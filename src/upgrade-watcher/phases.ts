import { errorMessage } from '../text/error-message.ts';
import type { Clock } from '../timing/clock.ts';
import type { UnitState } from './agent-unit.ts';
import { firstPhase, type SwitchJournal, type SwitchPhase } from './journal.ts';
import { judge } from './judge.ts';
import type { PhaseResult } from './plan-next.ts';
import type { AgentView, Round } from './round.ts';

export interface PhaseDeps {
  effects: SwitchEffects;
  agent: AgentView;
  rounds(journal: SwitchJournal): () => Promise<Round>;
  clock: Clock;
  say(line: string): void;
}

const roundMs = 500;
const storeMs = 60_000;
/** The previous version worked before; a busy host takes its time. */
const returnMs = 30_000;
const returnTries = 20;
const returnRetryMs = 1000;

/** Carries out the phases of a switch. Each can be repeated after a kill. */
export function phaseRunner({ effects, agent, rounds: roundsOf, clock, say }: PhaseDeps) {
  /** Whether this watcher has stopped the agent: after a reboot it runs again. */
  let isStopped = false;

  const carryOut = (journal: SwitchJournal, signal: AbortSignal): Promise<Result> => {
    const forward: Record<SwitchPhase, () => Promise<Result>> = {
      unpack: () => unpack(journal, signal),
      stop: () => stop(journal),
      store: () => switchStore(journal, signal),
      pointer: () => point(journal, signal),
      start: () => restart(journal),
      judge: () => judgeRounds(journal, signal),
      commit: async () => ({ ok: true, note: await effects.commit(journal) }),
    };
    const isReturn = journal.direction === 'back' && journal.phase === 'start';
    return isReturn ? goBack(journal, signal) : forward[journal.phase]();
  };

  const unpack = async (journal: SwitchJournal, signal: AbortSignal): Promise<Result> => {
    await effects.unpack(journal, signal);
    await effects.hold(journal);
    // From here on the agent is stopped and started, which is not wanted if someone has stopped it.
    if (!(await effects.state(journal)).isStopped) return;
    await effects.returned(journal);
    return {
      ok: false,
      reason: 'the agent was stopped by someone, so nothing was switched; start it, then request the upgrade again',
    };
  };

  const stop = async (journal: SwitchJournal): Promise<Result> => {
    const isForward = journal.direction === 'forward';
    // A manual request implies that the agent should run, even if it was stopped before.
    if (journal.phase === firstPhase(journal) && isForward && journal.restarts === 0) await effects.hold(journal);
    const status = isForward && journal.before === null ? await agent.status() : null;
    await stopOnce(journal);
    if (status !== null) return { ok: true, before: { engine: status.engine, sync: status.sync } };
  };

  const switchStore = async (journal: SwitchJournal, signal: AbortSignal): Promise<undefined> => {
    await stopOnce(journal);
    await effects.switchStore(journal, AbortSignal.any([signal, AbortSignal.timeout(storeMs)]));
  };

  const point = async (journal: SwitchJournal, signal: AbortSignal): Promise<undefined> => {
    const isBack = journal.direction === 'back';
    if (!isBack) await stopOnce(journal);
    for (let left = isBack ? returnTries : 0; ; left--)
      try {
        await effects.point(journal);
        return;
      } catch (error) {
        // A failed version must never remain the one that is started, whatever else fails.
        if (left === 0) throw error;
        await clock.sleep(returnRetryMs, signal);
        signal.throwIfAborted();
      }
  };

  const stopOnce = async (journal: SwitchJournal): Promise<void> => {
    if (isStopped) return;
    await effects.stop(journal);
    isStopped = true;
  };

  const restart = async (journal: SwitchJournal): Promise<undefined> => {
    isStopped = false;
    await effects.restart(journal);
  };

  const judgeRounds = async (journal: SwitchJournal, signal: AbortSignal): Promise<Result> => {
    let isAtRest = false;
    const gather = roundsOf(journal);
    const rounds: Round[] = [];
    for (;;) {
      rounds.push(await gather());
      const verdict = judge(rounds, journal);
      if (verdict.kind === 'commit') return;
      if (verdict.kind === 'rest') {
        if (!isAtRest)
          say(`paused check: the agent was stopped by someone; start it with: ${effects.toStart(journal)}`);
        rounds.splice(0, rounds.length - 1);
      }
      isAtRest = verdict.kind === 'rest';
      if (verdict.kind === 'back')
        return { ok: false, reason: verdict.reason, lastWords: await effects.lastWords(journal) };
      await clock.sleep(roundMs, signal);
      signal.throwIfAborted();
    }
  };

  /** Starts the previous version, and waits until it answers. */
  const goBack = async (journal: SwitchJournal, signal: AbortSignal): Promise<Result> => {
    const { from } = journal;
    await restart(journal);
    const until = clock.elapsed() + returnMs;
    let hasReturned = false;
    while (clock.elapsed() < until) {
      hasReturned = (await agent.status())?.version === from || (await effects.state(journal)).isStopped;
      if (hasReturned) break;
      await clock.sleep(roundMs, signal);
      signal.throwIfAborted();
    }
    const words = hasReturned ? null : await effects.lastWords(journal);
    await effects.returned(journal);
    if (hasReturned) return;
    return {
      ok: false,
      reason: `version ${from} does not respond either; see: ${effects.look} (${words ?? 'no output'})`,
    };
  };

  return {
    /** Never throws for failures of the host. */
    async run(journal: SwitchJournal, signal: AbortSignal): Promise<PhaseResult> {
      try {
        return (await carryOut(journal, signal)) ?? { ok: true };
      } catch (error) {
        const reason = `step “${journal.phase}” failed: ${errorMessage(error)}`;
        return { ok: false, reason, lastWords: null };
      }
    },
  };
}

export type Phases = ReturnType<typeof phaseRunner>;

/** Undefined if all went well. */
type Result = PhaseResult | undefined;

/** The effects of a switch. Each can be repeated after a kill, and throws an Error for people. */
export interface SwitchEffects {
  /** Puts the new version beside the running one, completely or not at all. */
  unpack(journal: SwitchJournal, signal: AbortSignal): Promise<void>;
  /** Starts detecting stops by someone else, if possible: an agent that others stopped is not started. */
  hold(journal: SwitchJournal): Promise<void>;
  /** Stops the running version, and prevents others from starting it. */
  stop(journal: SwitchJournal): Promise<void>;
  /** Replaces the store with one for the target version. */
  switchStore(journal: SwitchJournal, signal: AbortSignal): Promise<void>;
  /** Makes the target version the one that is started. */
  point(journal: SwitchJournal): Promise<void>;
  /** Starts that version, unless others stopped the agent, without waiting until it runs. */
  restart(journal: SwitchJournal): Promise<void>;
  /** Of the version that should run at this step. */
  state(journal: SwitchJournal): Promise<UnitState>;
  /** The new version's last output; null without any. */
  lastWords(journal: SwitchJournal): Promise<string | null>;
  /** Keeps what a rollback needs, removes the rest. Returns a note for people; null without one. */
  commit(journal: SwitchJournal): Promise<string | null>;
  /** The previous version runs again, or was started: removes leftovers of the new one. */
  returned(journal: SwitchJournal): Promise<void>;
  /** The command that shows why an agent does not start. */
  readonly look: string;
  /** The command that starts a stopped agent. */
  toStart(journal: SwitchJournal): string;
}
