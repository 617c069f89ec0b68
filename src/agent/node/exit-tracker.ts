import type { Logger } from 'pino';
import type { NewEvent } from '../outbox/event.ts';
import type { NodeRecord, UnexpectedExit } from '../runtime/node-record.ts';
import type { NodeRuntime } from '../runtime/runtime.ts';
import { RuntimeError } from '../runtime/runtime-error.ts';
import { isUp, killedExitCode, type Workload } from '../runtime/workload.ts';
import { crashMessage, describeExit } from './crash-message.ts';
import type { NodeRecordStore } from './record-store.ts';

const crashLogLines = 80;

const keptExits = 10;

/** Returns whether an exit is unrecorded. A workload being removed does not count: the removal ended its daemon. */
export const hasUnrecordedExit = (
  { lastExit }: Pick<NodeRecord, 'lastExit'>,
  { state, finishedAt }: Pick<Workload, 'state' | 'finishedAt'>,
): boolean => state !== 'removing' && finishedAt !== null && finishedAt !== lastExit;

/** An exit as reported by the stream of changes: code and out-of-memory flag, which may arrive separately. */
export interface ReportedExit {
  code: number | null;
  outOfMemory?: boolean | undefined;
}

export interface ExitTrackerOptions {
  store: NodeRecordStore;
  runtime: Pick<NodeRuntime, 'logs' | 'startedAt'>;
  log: Logger;
  /** Whether the node's disk has free space; null if unknown. */
  hasSpace(): Promise<boolean | null>;
}

export type ExitTracker = ReturnType<typeof exitTracker>;

export function exitTracker({ store, runtime, log, hasSpace }: ExitTrackerOptions) {
  let streamed: (ReportedExit & { workloadId: string }) | undefined;

  /** Null also without a log: Docker keeps none of a dead container, and none with some log drivers. */
  const readCrashMessage = async (workload: Workload): Promise<string | null> => {
    try {
      const before = endOfLog(workload);
      const range = before === undefined ? {} : { before };
      return crashMessage(await runtime.logs(workload.id, crashLogLines, range));
    } catch (error) {
      if (!(error instanceof RuntimeError) || error.fault === 'unreachable') throw error;
      log.warn(`cannot read the daemon’s log after its exit: ${error.message}`);
      return null;
    }
  };

  const recordExit = async (workload: Workload, reported: ReportedExit | undefined, signal: AbortSignal) => {
    const isDown = !isUp(workload) || workload.state === 'restarting';
    const code = isDown ? workload.exitCode : (reported?.code ?? null);
    const { finishedAt } = workload;
    const outOfMemory = workload.outOfMemory || (code === killedExitCode && reported?.outOfMemory === true);
    if (endedWithEngine(workload, { code, outOfMemory }, await runtime.startedAt())) {
      store.update({ lastExit: finishedAt });
      log.info({ exitCode: code }, 'daemon exited: engine restarted');
      return;
    }
    const lastWords = code === 0 ? null : await readCrashMessage(workload);
    const current = { code, outOfMemory, lastWords, hadRoom: await hasSpace() };
    signal.throwIfAborted();
    const { exit, event } = countExit(store.nodeId, store.record.exit, current);
    const recentExits = [
      ...store.record.recentExits,
      ...(finishedAt === null ? [] : [{ at: finishedAt, workloadId: workload.id, ...current }]),
    ].slice(-keptExits);
    store.update({ lastExit: finishedAt, exit, recentExits }, event === null ? [] : [{ event }]);
    log.warn({ exitCode: code, outOfMemory }, 'daemon exited unexpectedly');
  };

  return {
    /** Keeps an exit from the stream of changes: after a restart by the runtime, an observation no longer has it. */
    reported(workloadId: string, { code, outOfMemory = false }: ReportedExit): void {
      const earlier = streamed?.workloadId === workloadId ? streamed : undefined;
      streamed = {
        workloadId,
        code: code ?? earlier?.code ?? null,
        outOfMemory: outOfMemory || earlier?.outOfMemory,
      };
    },
    /** Discards the exit code of a stop requested by the agent. */
    discard(): void {
      streamed = undefined;
    },
    /**
     * Records an unexpected exit, and returns whether there was a new one. Throws RuntimeError, and then keeps what the
     * stream reported for the next try.
     */
    async record(workload: Workload | undefined, signal: AbortSignal): Promise<boolean> {
      if (workload === undefined || !hasUnrecordedExit(store.record, workload)) return false;
      // Exits before this installation knew the node were another one's to report.
      if (store.record.agentRpc === null) {
        store.update({ lastExit: workload.finishedAt });
        return false;
      }
      const reported = streamed;
      streamed = undefined;
      try {
        await recordExit(workload, reported?.workloadId === workload.id ? reported : undefined, signal);
        return true;
      } catch (error) {
        streamed ??= reported;
        throw error;
      }
    },
  };
}

/** Exit codes of a daemon whose engine stops or whose host loses power: clean, SIGTERM, SIGKILL, or unknown. */
const endsWithEngine: readonly (number | null)[] = [null, 0, 128 + 15, 128 + 9, 255];

/** The engine may record the exit of a dead container a moment after its own start. */
const slackMs = 2000;

/** Returns whether a daemon exited because engine or host restarted, whose start is in milliseconds since the epoch. */
export function endedWithEngine(
  { finishedAt }: Pick<Workload, 'finishedAt'>,
  { code, outOfMemory }: Pick<UnexpectedExit, 'code' | 'outOfMemory'>,
  engineStartedAt: number | null,
): boolean {
  if (engineStartedAt === null || finishedAt === null || outOfMemory || !endsWithEngine.includes(code)) return false;
  return Date.parse(finishedAt) <= engineStartedAt + slackMs;
}

/** Returns the time between the logs of the ended run and the next one, in milliseconds; undefined without a next. */
export function endOfLog({ startedAt, finishedAt }: Pick<Workload, 'startedAt' | 'finishedAt'>): number | undefined {
  const [ended, started] = [Date.parse(finishedAt ?? ''), Date.parse(startedAt ?? '')];
  return started > ended ? (ended + started) / 2 : undefined;
}

/** Counts an unexpected exit. Of identical exits in a row, only the 1st, 2nd, 4th, 8th … has an event. */
export function countExit(nodeId: string, previous: UnexpectedExit | null, current: Omit<UnexpectedExit, 'times'>) {
  const isSame = previous !== null && previous.code === current.code && previous.lastWords === current.lastWords;
  const exit = { ...current, times: isSame ? previous.times + 1 : 1 };
  if (!Number.isInteger(Math.log2(exit.times))) return { exit, event: null };
  const repeats = exit.times > 1 ? ` (${exit.times} times in a row)` : '';
  const event: NewEvent = {
    level: exit.code === 0 ? 'warning' : 'error',
    kind: 'node.exited',
    nodeId,
    message: sentence(`${describeExit(exit, 'The daemon exited unexpectedly')}${repeats}`),
    data: { exitCode: exit.code, outOfMemory: exit.outOfMemory, lastWords: exit.lastWords, times: exit.times },
  };
  return { exit, event };
}

/** The daemon's own words may end with a full stop. */
const sentence = (text: string): string => `${text.replace(/\.+$/, '')}.`;
