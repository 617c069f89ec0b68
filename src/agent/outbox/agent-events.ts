import type { Logger } from 'pino';
import type { Clock } from '../../timing/clock.ts';
import type { NewEvent } from './event.ts';
import { type Outbox, OutboxWriteError } from './outbox.ts';

/** An engine that answers again within this time was restarted. */
const restartMs = 30_000;

type AgentEventsDeps = { outbox: Pick<Outbox, 'record'>; log: Logger; clock: Clock };

/** Records events of the agent itself. A full disk must not end the agent, which has nodes to keep. */
export class AgentEvents {
  readonly #deps: AgentEventsDeps;
  /** When the runtime stopped answering, and whether an event reports it. */
  #loss: { since: number; isReported: boolean } | undefined;
  #runtimeFault: string | null | undefined;

  constructor(deps: AgentEventsDeps) {
    this.#deps = deps;
  }

  started(version: string, hostname: string): void {
    const message = `Agent ${version} started on ${hostname}.`;
    this.record({ kind: 'executor.agent_started', nodeId: null, message });
  }

  /** Null before the first call. */
  get isRuntimeReachable(): boolean | null {
    return this.#runtimeFault === undefined ? null : this.#runtimeFault === null;
  }

  /** Why the runtime does not answer; null while it does, and before the first call. */
  get runtimeFault(): string | null {
    return this.#runtimeFault ?? null;
  }

  /** Records whether the runtime answers; may be called repeatedly. A restart has an event of its own. */
  runtimeReachable(answers: boolean, message: string): void {
    this.#runtimeFault = answers ? null : message;
    const isNews = answers !== (this.#loss === undefined);
    if (isNews) this.#deps.log[answers ? 'info' : 'error'](message);
    if (answers) {
      if (this.#loss?.isReported) this.record({ kind: 'executor.engine_back', nodeId: null, message });
      this.#loss = undefined;
      return;
    }
    this.#loss ??= { since: this.#deps.clock.elapsed(), isReported: false };
    if (this.#loss.isReported || this.#deps.clock.elapsed() - this.#loss.since < restartMs) return;
    this.#loss.isReported = true;
    this.record({ kind: 'executor.engine_lost', nodeId: null, message });
  }

  /** With an id, an event is stored only once. */
  record(event: NewEvent, id?: string): void {
    try {
      this.#deps.outbox.record(event, id);
    } catch (error) {
      if (!(error instanceof OutboxWriteError)) throw error;
      this.#deps.log.error(error.message);
    }
  }
}
