import type { UnitState } from './agent-unit.ts';
import type { SwitchJournal } from './journal.ts';

/** What a switch does on a host with systemd, or with a container. Each can be repeated after a kill, and throws an Error for people. */
export interface SwitchEffects {
  /** Puts the new version beside the running one: whole, or not at all. */
  unpack(journal: SwitchJournal, signal: AbortSignal): Promise<void>;
  /** Has a stop by somebody else known from now on, where that can be known: an agent that others stopped is not started. */
  hold(journal: SwitchJournal): Promise<void>;
  /** Stops whichever version runs, and keeps it from being started by others. */
  stop(journal: SwitchJournal): Promise<void>;
  /** Puts a store that the version which is switched to reads in the place of the store. */
  switchStore(journal: SwitchJournal, signal: AbortSignal): Promise<void>;
  /** Makes the version that is switched to the one that is started. */
  point(journal: SwitchJournal): Promise<void>;
  /** Starts that version anew, unless others stopped the agent, and does not wait until it runs. */
  restart(journal: SwitchJournal): Promise<void>;
  /** Of the version that should run at this step. */
  state(journal: SwitchJournal): Promise<UnitState>;
  /** What the new version said last; null where it said nothing. */
  lastWords(journal: SwitchJournal): Promise<string | null>;
  /** Keeps what a rollback needs, removes the rest. Returns what people must know; null for nothing. */
  commit(journal: SwitchJournal): Promise<string | null>;
  /** The former version runs again, or was started: removes what is left of the new one. */
  returned(journal: SwitchJournal): Promise<void>;
  /** How people see why an agent does not start. */
  readonly look: string;
  /** The command that starts an agent which somebody stopped. */
  toStart(journal: SwitchJournal): string;
}
