import type { Logger } from 'pino';
import type { Clock } from '../../timing/clock.ts';
import type { NewEvent } from './event.ts';
import { type Outbox, OutboxWriteError } from './outbox.ts';

/** An engine that answers again within this time was restarted. */
const restartMs = 30_000;

type AgentEventsDeps = { outbox: Pick<Outbox, 'record'>; log: Logger; clock: Clock };

/** Records events of the agent itself. A full disk must not end the agent, which has nodes to keep. */
export function agentEvents({ outbox, log, clock }: AgentEventsDeps) {
  /** When the runtime stopped answering, and whether an event reports it. */
  let loss: { since: number; isReported: boolean } | undefined;
  let runtimeFault: string | null | undefined;

  /** With an id, an event is stored only once. */
  const record = (event: NewEvent, id?: string): void => {
    try {
      outbox.record(event, id);
    } catch (error) {
      if (!(error instanceof OutboxWriteError)) throw error;
      log.error(error.message);
    }
  };

  return {
    record,
    started: (version: string, hostname: string) =>
      record({ kind: 'executor.agent_started', nodeId: null, message: `Agent ${version} started on ${hostname}.` }),
    /** Null before the first call. */
    get isRuntimeReachable(): boolean | null {
      return runtimeFault === undefined ? null : runtimeFault === null;
    },
    /** Why the runtime does not answer; null while it does, and before the first call. */
    get runtimeFault(): string | null {
      return runtimeFault ?? null;
    },
    /** Records whether the runtime answers; may be called repeatedly. A restart has an event of its own. */
    runtimeReachable(answers: boolean, message: string): void {
      runtimeFault = answers ? null : message;
      const isNews = answers !== (loss === undefined);
      if (isNews) log[answers ? 'info' : 'error'](message);
      if (answers) {
        if (loss?.isReported) record({ kind: 'executor.engine_back', nodeId: null, message });
        loss = undefined;
        return;
      }
      loss ??= { since: clock.elapsed(), isReported: false };
      if (loss.isReported || clock.elapsed() - loss.since < restartMs) return;
      loss.isReported = true;
      record({ kind: 'executor.engine_lost', nodeId: null, message });
    },
  };
}

export type AgentEvents = ReturnType<typeof agentEvents>;
