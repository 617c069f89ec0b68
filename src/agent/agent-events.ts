import type { Logger } from 'pino';
import type { NewEvent } from './outbox/event.ts';
import { type Outbox, OutboxWriteError } from './outbox/outbox.ts';

/** Records events of the agent itself. A full disk must not end the agent, which has nodes to keep. */
export class AgentEvents {
  readonly #outbox: Outbox;
  readonly #log: Logger;
  /** Undefined before the runtime was first asked. */
  #runtimeFault: string | null | undefined;

  constructor(outbox: Outbox, log: Logger) {
    this.#outbox = outbox;
    this.#log = log;
  }

  started(version: string, hostname: string): void {
    const message = `The agent ${version} started on ${hostname}.`;
    this.record({ level: 'info', kind: 'executor.agent-started', nodeId: null, message });
  }

  /** Null before the runtime was first asked. */
  get isRuntimeReachable(): boolean | null {
    return this.#runtimeFault === undefined ? null : this.#runtimeFault === null;
  }

  /** The runtime answers, for the first time or again. */
  runtimeOpen(): void {
    this.#runtimeFault = null;
  }

  /** Why the runtime does not answer; null while it does, and before it was first asked. */
  get runtimeFault(): string | null {
    return this.#runtimeFault ?? null;
  }

  /** The runtime stopped answering, or answers again. */
  runtimeReachable(answers: boolean, message: string): void {
    this.#runtimeFault = answers ? null : message;
    const level = answers ? 'info' : 'error';
    this.#log[level](message);
    this.record({ level, kind: answers ? 'executor.engine-back' : 'executor.engine-lost', nodeId: null, message });
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
