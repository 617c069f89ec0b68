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
export class PhaseRunner {
  readonly #deps: PhaseDeps;
  /** Whether this watcher has stopped the agent: after a reboot it runs again. */
  #isStopped = false;

  constructor(deps: PhaseDeps) {
    this.#deps = deps;
  }

  /** Never throws for failures of the host. */
  async run(journal: SwitchJournal, signal: AbortSignal): Promise<PhaseResult> {
    try {
      return (await this.#carryOut(journal, signal)) ?? { ok: true };
    } catch (error) {
      const reason = `step “${journal.phase}” failed: ${errorMessage(error)}`;
      return { ok: false, reason, lastWords: null };
    }
  }

  #carryOut(journal: SwitchJournal, signal: AbortSignal): Promise<Result> {
    const { effects } = this.#deps;
    const forward: Record<SwitchPhase, () => Promise<Result>> = {
      unpack: () => this.#unpack(journal, signal),
      stop: () => this.#stop(journal),
      store: () => this.#switchStore(journal, signal),
      pointer: () => this.#point(journal, signal),
      start: () => this.#restart(journal),
      judge: () => this.#judgeRounds(journal, signal),
      commit: async () => ({ ok: true, note: await effects.commit(journal) }),
    };
    const isReturn = journal.direction === 'back' && journal.phase === 'start';
    return isReturn ? this.#goBack(journal, signal) : forward[journal.phase]();
  }

  async #unpack(journal: SwitchJournal, signal: AbortSignal): Promise<Result> {
    const { effects } = this.#deps;
    await effects.unpack(journal, signal);
    await effects.hold(journal);
    // From here on the agent is stopped and started, which is not wanted if someone has stopped it.
    if (!(await effects.state(journal)).isStopped) return;
    await effects.returned(journal);
    return {
      ok: false,
      reason: 'the agent was stopped by someone, so nothing was switched; start it, then request the upgrade again',
    };
  }

  async #stop(journal: SwitchJournal): Promise<Result> {
    const { effects, agent } = this.#deps;
    const isForward = journal.direction === 'forward';
    // A manual request implies that the agent should run, even if it was stopped before.
    if (journal.phase === firstPhase(journal) && isForward && journal.restarts === 0) await effects.hold(journal);
    const status = isForward && journal.before === null ? await agent.status() : null;
    await this.#stopOnce(journal);
    if (status !== null) return { ok: true, before: { engine: status.engine, sync: status.sync } };
  }

  async #switchStore(journal: SwitchJournal, signal: AbortSignal): Promise<undefined> {
    const { effects } = this.#deps;
    await this.#stopOnce(journal);
    await effects.switchStore(journal, AbortSignal.any([signal, AbortSignal.timeout(storeMs)]));
  }

  async #point(journal: SwitchJournal, signal: AbortSignal): Promise<undefined> {
    const { effects, clock } = this.#deps;
    const isBack = journal.direction === 'back';
    if (!isBack) await this.#stopOnce(journal);
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
  }

  async #stopOnce(journal: SwitchJournal): Promise<void> {
    const { effects } = this.#deps;
    if (this.#isStopped) return;
    await effects.stop(journal);
    this.#isStopped = true;
  }

  async #restart(journal: SwitchJournal): Promise<undefined> {
    const { effects } = this.#deps;
    this.#isStopped = false;
    await effects.restart(journal);
  }

  async #judgeRounds(journal: SwitchJournal, signal: AbortSignal): Promise<Result> {
    const { effects, rounds: roundsOf, clock, say } = this.#deps;
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
  }

  /** Starts the previous version, and waits until it answers. */
  async #goBack(journal: SwitchJournal, signal: AbortSignal): Promise<Result> {
    const { effects, agent, clock } = this.#deps;
    const { from } = journal;
    await this.#restart(journal);
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
  }
}

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
