import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../test/harness/until.ts';
import { Latencies } from './latencies.ts';
import type { FleetExecutor, FleetOrder, FleetReport } from './messages.ts';

/** Below the usual limit of a process's open files, and half of the local ports: beyond that, the kernel searches for long. */
export const streamsOfProcess = 13_000;

/** Within which the executors begin. Of a large fleet, fewer than 300 a second: the storms come later. */
const startMs = (executors: number): number => Math.max(10_000, 4 * (executors - 10_000));
/** Of all processes together. */
const raceConnections = 40;

export interface FleetState extends Omit<FleetReport, 'latencies'> {
  latencies: Latencies;
}

/** The processes that simulate the executors. */
export class Generators {
  readonly #children: ChildProcess[] = [];
  readonly size: number;

  constructor(executors: readonly FleetExecutor[], options: { urls: readonly string[]; eventEverySeconds: number }) {
    this.size = executors.length;
    for (let from = 0; from < executors.length; from += streamsOfProcess) {
      const child = fork(join(import.meta.dirname, 'generator.ts'));
      this.#children.push(child);
      const mine = executors.slice(from, from + streamsOfProcess);
      // Each replica serves some of the executors of each process.
      this.#order(child, {
        kind: 'run',
        ...options,
        executors: mine,
        startMs: startMs(this.size),
      });
    }
  }

  get processes(): number {
    return this.#children.length;
  }

  async report(): Promise<FleetState> {
    const reports = await Promise.all(
      this.#children.map(async (child): Promise<FleetReport> => {
        const answered = once(child, 'message');
        this.#order(child, { kind: 'report' });
        return (await answered)[0];
      }),
    );
    const latencies = new Latencies();
    for (const report of reports) latencies.merge(report.latencies);
    const sum = (
      field:
        | 'beats'
        | 'failures'
        | 'nudges'
        | 'openStreams'
        | 'events'
        | 'reporting'
        | 'processorSeconds'
        | 'residentMiB',
    ) => reports.reduce((total, report) => total + report[field], 0);
    return {
      latencies,
      ...{ beats: sum('beats'), failures: sum('failures'), nudges: sum('nudges'), openStreams: sum('openStreams') },
      ...{
        events: sum('events'),
        reporting: sum('reporting'),
        processorSeconds: sum('processorSeconds'),
        residentMiB: sum('residentMiB'),
      },
      freshAt: reports.flatMap(({ freshAt }) => freshAt),
      revisedAt: reports.flatMap(({ revisedAt }) => revisedAt),
      lastFailure: reports.findLast(({ lastFailure }) => lastFailure !== null)?.lastFailure ?? null,
    };
  }

  /** Cuts off executors of the first process, or none. */
  cut(executors: number): void {
    const [first] = this.#children;
    if (first !== undefined) this.#order(first, { kind: 'cut', executors });
  }

  /** Lets so many executors of each process beat without a pause; returns the heartbeats of a second. */
  async race(executors: number, seconds: number): Promise<number> {
    const order = (racers: number) => {
      for (const child of this.#children)
        this.#order(child, {
          kind: 'race',
          executors: racers,
          connections: Math.ceil(raceConnections / this.#children.length),
        });
    };
    order(executors);
    const before = await this.report();
    await delay(seconds * 1000);
    const { beats } = await this.report();
    order(0);
    return (beats - before.beats) / seconds;
  }

  /** Returns how many events were accepted, once no executor reports one. */
  async hush(withinMs: number): Promise<number> {
    for (const child of this.#children) this.#order(child, { kind: 'hush' });
    await until('no event is under way', async () => (await this.report()).reporting === 0, withinMs, 500);
    return (await this.report()).events;
  }

  /** Waits until the first executors have been heard since `at` and nearly all listen (some always open their streams again); returns the seconds since then of both. */
  async fresh(at: number, withinMs: number, first = this.size): Promise<{ heard: number; listening: number }> {
    let heard = 0;
    const isFresh = async () => {
      const { freshAt, openStreams } = await this.report();
      if (freshAt.slice(0, first).some((last) => last < at)) return false;
      if (heard === 0) heard = (Date.now() - at) / 1000;
      return openStreams >= 0.99 * this.size;
    };
    await until('the executors are fresh and nearly all listen', isFresh, withinMs, 500);
    return { heard, listening: (Date.now() - at) / 1000 };
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.#children.map(async (child) => {
        const ended = once(child, 'exit');
        child.disconnect();
        await ended;
      }),
    );
  }

  #order(child: ChildProcess, order: FleetOrder): void {
    child.send(order);
  }
}
