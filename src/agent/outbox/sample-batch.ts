import type { Clock } from '../../timing/clock.ts';
import { Notify } from '../../timing/notify.ts';
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

/** Batches samples, which halves the work of an idle agent. A kill loses the pending ones. */
export function sampleBatch({ outbox, sampleIntervalSeconds, onFailure, pulse, clock }: SampleBatchOptions) {
  const waitMs = Math.min(maxWaitMs, (sampleIntervalSeconds * 1000) / 6);
  const added = new Notify(clock);
  let waiting: NewEvent[] = [];
  const write = () => {
    const samples = waiting;
    waiting = [];
    try {
      if (samples.length > 0) outbox.recordSamples(samples);
    } catch (error) {
      onFailure(error);
    }
  };
  return {
    name: 'sample writer',
    /** Records a sample of this moment within seconds. */
    add(sample: NewEvent): void {
      waiting.push({ at: new Date(clock.now()).toISOString(), ...sample });
      added.notify();
    },
    /** Runs until `signal` aborts; nothing is pending then. */
    async run(signal: AbortSignal): Promise<void> {
      const rest = async (ms: number) => {
        if (!(await added.wait(ms, signal))) return;
        pulse.beat(waitMs);
        await clock.sleep(waitMs, signal);
      };
      await loop({ pulse, signal, rest }, async () => {
        write();
        return idleMs;
      });
      write();
    },
  };
}
