import type { Logger } from 'pino';
import type { Clock } from '../../timing/clock.ts';
import type { NewEvent } from './event.ts';
import { type Outbox, OutboxWriteError } from './outbox.ts';

/** An engine that answers again within this time was restarted. */
const restartMs = 30_000;

/** Records events of the agent itself. A full disk must not end the agent, which has nodes to keep. */
export class AgentEvents {
  readonly #outbox: Pick<Outbox, 'record'>;
  readonly #log: Logger;
  readonly #clock: Clock;
  /** Since when the runtime does not answer, and whether an event says so. */
  #loss: { since: number; isTold: boolean } | undefined;
  #runtimeFault: string | null | undefined;

  constructor(outbox: Pick<Outbox, 'record'>, log: Logger, clock: Clock) {
    this.#outbox = outbox;
    this.#log = log;
    this.#clock = clock;
  }

  started(version: string, hostname: string): void {
    const message = `The agent ${version} started on ${hostname}.`;
    this.record({ kind: 'executor.agent-started', nodeId: null, message });
  }

  /** Null before the runtime was first asked. */
  get isRuntimeReachable(): boolean | null {
    return this.#runtimeFault === undefined ? null : this.#runtimeFault === null;
  }

  /** Why the runtime does not answer; null while it does, and before it was first asked. */
  get runtimeFault(): string | null {
    return this.#runtimeFault ?? null;
  }

  /** The runtime answers or does not, which may be said again and again. A restart has an event of its own. */
  runtimeReachable(answers: boolean, message: string): void {
    this.#runtimeFault = answers ? null : message;
    const isNews = answers !== (this.#loss === undefined);
    if (isNews) this.#log[answers ? 'info' : 'error'](message);
    if (answers) {
      if (this.#loss?.isTold) this.record({ kind: 'executor.engine-back', nodeId: null, message });
      this.#loss = undefined;
      return;
    }
    this.#loss ??= { since: this.#clock.elapsed(), isTold: false };
    if (this.#loss.isTold || this.#clock.elapsed() - this.#loss.since < restartMs) return;
    this.#loss.isTold = true;
    this.record({ kind: 'executor.engine-lost', nodeId: null, message });
  }

  /** With an id of its own, an event is stored once however often it is recorded. */
  record(event: NewEvent, id?: string): void {
    try {
      this.#outbox.record(event, id);
    } catch (error) {
      if (!(error instanceof OutboxWriteError)) throw error;
      this.#log.error(error.message);
    }
  }
}
