import type { Logger } from 'pino';
import type { NodeRecord } from '../runtime/node-record.ts';
import type { NodeRuntime } from '../runtime/runtime.ts';
import { RuntimeError } from '../runtime/runtime-error.ts';
import { isUp, killedExitCode, type Workload } from '../runtime/workload.ts';
import { crashMessage } from './crash-message.ts';
import { endedWithEngine, endOfLog } from './ended-run.ts';
import { countExit } from './exit-event.ts';
import type { NodeRecordStore } from './record-store.ts';

const crashLogLines = 80;

const keptExits = 10;

/** Returns whether there is an exit not yet recorded. A workload being removed does not count: the removal ended its daemon. */
export const hasUnrecordedExit = (
  record: Pick<NodeRecord, 'lastExit'>,
  workload: Pick<Workload, 'state' | 'finishedAt'> | undefined,
): boolean =>
  workload !== undefined &&
  workload.state !== 'removing' &&
  workload.finishedAt !== null &&
  workload.finishedAt !== record.lastExit;

/** What the stream of changes says of an exit: its code, and whether the memory limit was reached; these may come apart. */
export interface ReportedExit {
  code: number | null;
  outOfMemory?: boolean | undefined;
}

interface Reported {
  workloadId: string;
  code: number | null;
  outOfMemory: boolean;
}

/** Records the exits of a node's daemon that the agent did not ask for. */
export class ExitTracker {
  readonly #store: NodeRecordStore;
  readonly #runtime: Pick<NodeRuntime, 'logs' | 'startedAt'>;
  readonly #log: Logger;
  /** Whether the node's disk has room; null where that is unknown. */
  readonly #hasRoom: () => Promise<boolean | null>;
  #reported: Reported | undefined;

  constructor(
    store: NodeRecordStore,
    runtime: Pick<NodeRuntime, 'logs' | 'startedAt'>,
    log: Logger,
    hasRoom: () => Promise<boolean | null>,
  ) {
    this.#store = store;
    this.#runtime = runtime;
    this.#log = log;
    this.#hasRoom = hasRoom;
  }

  /** Keeps what the stream of changes says of an exit: after a restart by the runtime itself, an observation no longer has it. */
  reported(workloadId: string, { code, outOfMemory = false }: ReportedExit): void {
    const earlier = this.#reported?.workloadId === workloadId ? this.#reported : undefined;
    this.#reported = {
      workloadId,
      code: code ?? earlier?.code ?? null,
      outOfMemory: outOfMemory || (earlier?.outOfMemory ?? false),
    };
  }

  /** Discards the exit code of a stop that the agent asked for. */
  discard(): void {
    this.#reported = undefined;
  }

  /** Records the exit of a workload. Throws RuntimeError; what the stream of changes said is then kept for the next try. */
  async record(workload: Workload, signal: AbortSignal): Promise<void> {
    const reported = this.#reported;
    this.#reported = undefined;
    try {
      await this.#record(workload, reported?.workloadId === workload.id ? reported : undefined, signal);
    } catch (error) {
      this.#reported ??= reported;
      throw error;
    }
  }

  async #record(workload: Workload, reported: Reported | undefined, signal: AbortSignal): Promise<void> {
    const isDown = !isUp(workload) || workload.state === 'restarting';
    const code = isDown ? workload.exitCode : (reported?.code ?? null);
    const { finishedAt } = workload;
    const outOfMemory = workload.outOfMemory || (code === killedExitCode && reported?.outOfMemory === true);
    if (endedWithEngine(workload, { code, outOfMemory }, await this.#runtime.startedAt())) {
      this.#store.update({ lastExit: finishedAt });
      this.#log.info({ exitCode: code }, 'the daemon ended because its engine was restarted');
      return;
    }
    const lastWords = code === 0 ? null : await this.#readCrashMessage(workload);
    const current = { code, outOfMemory, lastWords, hadRoom: await this.#hasRoom() };
    signal.throwIfAborted();
    const { exit, event } = countExit(this.#store.nodeId, this.#store.record.exit, current);
    const recentExits = [
      ...this.#store.record.recentExits,
      ...(finishedAt === null ? [] : [{ at: finishedAt, workloadId: workload.id, ...current }]),
    ].slice(-keptExits);
    this.#store.update({ lastExit: finishedAt, exit, recentExits }, event === null ? [] : [{ event }]);
    this.#log.warn({ exitCode: code, outOfMemory }, 'the daemon exited unexpectedly');
  }

  /** Null also where there is no log: Docker keeps none of a dead container, and none with some log drivers. */
  async #readCrashMessage(workload: Workload): Promise<string | null> {
    try {
      const before = endOfLog(workload);
      const range = before === undefined ? {} : { before };
      return crashMessage(await this.#runtime.logs(workload.id, crashLogLines, range));
    } catch (error) {
      if (!(error instanceof RuntimeError) || error.fault === 'unreachable') throw error;
      this.#log.warn(`cannot read the daemon’s last words: ${error.message}`);
      return null;
    }
  }
}
