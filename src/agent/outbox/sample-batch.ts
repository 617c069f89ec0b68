import type { Clock } from '../../timing/clock.ts';
import { Notify } from '../../timing/notify.ts';
import type { Service } from '../loops/service.ts';
import { loop, type Pulse } from '../loops/watched-loops.ts';
import type { NewEvent } from './event.ts';
import type { Outbox } from './outbox.ts';

export interface SampleBatchOptions {
  outbox: Pick<Outbox, 'recordSamples'>;
  sampleIntervalSeconds: number;
  /** Called when samples could not be written. They are lost, and the outbox counts them. */
  onFailure(error: unknown): void;
  pulse: Pulse;
  clock: Clock;
}

const maxWaitMs = 5000;
const idleMs = 60_000;

/**
 * Batches samples without news: one write and one request for all nodes halves the work of an idle agent. A kill loses
 * the pending ones.
 */
export class SampleBatch implements Service {
  readonly name = 'sample writer';
  readonly #options: SampleBatchOptions;
  readonly #waitMs: number;
  readonly #added: Notify;
  #waiting: NewEvent[] = [];

  constructor(options: SampleBatchOptions) {
    this.#options = options;
    this.#waitMs = Math.min(maxWaitMs, (options.sampleIntervalSeconds * 1000) / 6);
    this.#added = new Notify(options.clock);
  }

  /** Records a sample of this moment within seconds. */
  add(sample: NewEvent): void {
    const at = new Date(this.#options.clock.now()).toISOString();
    this.#waiting.push({ at, ...sample });
    this.#added.notify();
  }

  /** Runs until `signal` aborts; nothing is pending then. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, pulse } = this.#options;
    const rest = async (ms: number) => {
      if (!(await this.#added.wait(ms, signal))) return;
      pulse.beat(this.#waitMs);
      await clock.sleep(this.#waitMs, signal);
    };
    await loop({ pulse, signal, rest }, async () => {
      this.#write();
      return idleMs;
    });
    this.#write();
  }

  #write(): void {
    const samples = this.#waiting;
    this.#waiting = [];
    if (samples.length === 0) return;
    try {
      this.#options.outbox.recordSamples(samples);
    } catch (error) {
      this.#options.onFailure(error);
    }
  }
}
