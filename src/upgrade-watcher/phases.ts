import { rmSync } from 'node:fs';
import { switchFiles } from '../agent/store/switch-store.ts';
import { asUser, type FileOwner } from '../storage/as-user.ts';
import { errorMessage } from '../text/error-message.ts';
import type { Clock } from '../timing/clock.ts';
import type { AgentUnit } from './agent-unit.ts';
import type { SwitchJournal, SwitchPhase } from './journal.ts';
import { judge } from './judge.ts';
import type { PhaseResult } from './plan-next.ts';
import type { ProgramFolder } from './program-folder.ts';
import type { Round } from './round.ts';
import type { AgentView, RoundGatherer } from './rounds.ts';
import { runAsUser } from './run-as-user.ts';
import { unpackVersion } from './unpack.ts';

export interface PhaseDeps {
  folder: ProgramFolder;
  dataDir: string;
  user: FileOwner;
  unit: AgentUnit;
  agent: AgentView;
  /** Gathers the rounds of one judging. */
  rounds(): RoundGatherer;
  clock: Clock;
  /** For the journal of the host. */
  say(line: string): void;
}

const roundMs = 500;
const storeMs = 60_000;
/** The former version was well before; a busy host takes its time. */
const returnMs = 30_000;
const returnTries = 20;
const returnRetryMs = 1000;

/** Carries out one phase of a switch after the other. Each can be begun again after a kill. */
export class Phases {
  readonly #deps: PhaseDeps;
  /** Where the new version's words begin in the journal; null after a watcher was ended in between. */
  #cursor: string | null = null;
  /** Whether this watcher has stopped the agent: after a reboot it runs again. */
  #isStopped = false;

  constructor(deps: PhaseDeps) {
    this.#deps = deps;
  }

  /** Never throws for what a host can do. */
  async run(journal: SwitchJournal, signal: AbortSignal): Promise<PhaseResult> {
    try {
      return await this.#carryOut(journal, signal);
    } catch (error) {
      const reason = `the step “${journal.phase}” failed: ${errorMessage(error)}`;
      return { ok: false, reason, lastWords: null };
    }
  }

  #carryOut(journal: SwitchJournal, signal: AbortSignal): Promise<PhaseResult> {
    const forward: Record<SwitchPhase, () => Promise<PhaseResult>> = {
      unpack: () => this.#unpack(journal, signal),
      stop: () => this.#stop(journal),
      store: () => this.#switchStore(journal, signal),
      pointer: () => this.#point(journal, signal),
      start: () => this.#start(),
      judge: () => this.#judge(journal, signal),
      commit: () => this.#commit(journal),
    };
    const isReturn = journal.direction === 'back' && journal.phase === 'start';
    return isReturn ? this.#return(journal, signal) : forward[journal.phase]();
  }

  async #unpack({ from, to, archive }: SwitchJournal, signal: AbortSignal): Promise<PhaseResult> {
    const { folder, user, unit } = this.#deps;
    if (archive !== null) await unpackVersion({ folder, user, from, to, archive, signal });
    // From here on the agent is stopped and started again, which nobody wants who has stopped it.
    const { isStopped } = await unit.state();
    return isStopped
      ? {
          ok: false,
          reason: 'somebody stopped the agent, so nothing was switched; start it, and ask for the upgrade again',
        }
      : { ok: true };
  }

  async #stop({ direction, before }: SwitchJournal): Promise<PhaseResult> {
    const { agent } = this.#deps;
    const status = direction === 'forward' && before === null ? await agent.status() : null;
    await this.#stopOnce();
    return status === null ? { ok: true } : { ok: true, before: { engine: status.engine, sync: status.sync } };
  }

  async #switchStore({ from, to, direction }: SwitchJournal, signal: AbortSignal): Promise<PhaseResult> {
    const { folder, dataDir, user, unit } = this.#deps;
    await this.#stopOnce();
    const isBack = direction === 'back';
    const words = ['agent', 'upgrade-store', 'switch', dataDir, folder.program(isBack ? from : to)];
    // Only the program of the former version is sure to work.
    const timeout = AbortSignal.any([signal, AbortSignal.timeout(storeMs)]);
    const switched = runAsUser(user, folder.program(from), [...words, ...(isBack ? ['--back'] : [])], timeout);
    [this.#cursor] = await Promise.all([unit.cursor(), switched]);
    return { ok: true };
  }

  async #point({ from, to, direction }: SwitchJournal, signal: AbortSignal): Promise<PhaseResult> {
    const { folder, clock } = this.#deps;
    if (direction === 'forward') {
      await this.#stopOnce();
      folder.point('current', to);
      return { ok: true };
    }
    // A version that does not do must not be the one that is started, whatever else fails.
    for (let left = returnTries; ; left--)
      try {
        folder.point('current', from);
        return { ok: true };
      } catch (error) {
        if (left === 0) throw error;
        await clock.sleep(returnRetryMs, signal);
        signal.throwIfAborted();
      }
  }

  async #start(): Promise<PhaseResult> {
    await this.#restart();
    return { ok: true };
  }

  async #stopOnce(): Promise<void> {
    if (this.#isStopped) return;
    await this.#deps.unit.stop();
    this.#isStopped = true;
  }

  async #restart(): Promise<void> {
    this.#isStopped = false;
    await this.#deps.unit.restart();
  }

  async #judge(journal: SwitchJournal, signal: AbortSignal): Promise<PhaseResult> {
    const { clock, unit, say } = this.#deps;
    let isAtRest = false;
    const gatherer = this.#deps.rounds();
    const rounds: Round[] = [];
    for (;;) {
      rounds.push(await gatherer.gather());
      const verdict = judge(rounds, journal);
      if (verdict.kind === 'commit') return { ok: true };
      if (verdict.kind === 'rest') {
        if (!isAtRest)
          say('somebody stopped the agent: it is judged once it runs again (systemctl start satrap-agent)');
        rounds.splice(0, rounds.length - 1);
      }
      isAtRest = verdict.kind === 'rest';
      if (verdict.kind === 'back')
        return { ok: false, reason: verdict.reason, lastWords: await unit.lastWords(this.#cursor) };
      await clock.sleep(roundMs, signal);
      signal.throwIfAborted();
    }
  }

  async #commit({ from, to }: SwitchJournal): Promise<PhaseResult> {
    const { folder, user, dataDir } = this.#deps;
    folder.point('former', from);
    folder.point('watcher', to);
    folder.keepOnly([from, to]);
    asUser(user, () => rmSync(switchFiles(dataDir).failed, { force: true }));
    return { ok: true };
  }

  /** Starts the former version, and waits until it answers. */
  async #return({ from }: SwitchJournal, signal: AbortSignal): Promise<PhaseResult> {
    const { unit, agent, clock } = this.#deps;
    await this.#restart();
    const until = clock.elapsed() + returnMs;
    while (clock.elapsed() < until) {
      if ((await agent.status())?.version === from) return { ok: true };
      // Whoever stopped it may start it.
      if ((await unit.state()).isStopped) return { ok: true };
      await clock.sleep(roundMs, signal);
      signal.throwIfAborted();
    }
    const words = await unit.lastWords(this.#cursor);
    return {
      ok: false,
      reason: `version ${from} does not answer either; see: journalctl -u satrap-agent (${words ?? 'it says nothing'})`,
    };
  }
}
