import { addSize, growthPerDay, type SizeReading } from '../disk/node-growth.ts';
import type { NodeSample } from '../monitor/sample.ts';

interface Traffic {
  at: number;
  received: number;
  sent: number;
}

interface Rates {
  receivedBytesPerSecond: number | null;
  sentBytesPerSecond: number | null;
  /** At the rate of the last hour; null while less than ten minutes are known. */
  writtenBytesPerDay: number | null;
}

/** Turns the counters of a daemon and its container, which start again with each run, into rates. */
export class SampleRates {
  #traffic: Traffic | undefined;
  #rates: Pick<Rates, 'receivedBytesPerSecond' | 'sentBytesPerSecond'> = {
    receivedBytesPerSecond: null,
    sentBytesPerSecond: null,
  };
  #written: readonly SizeReading[] = [];

  add({ at: time, bytesReceived, bytesSent, writtenBytes }: NodeSample): Rates {
    const at = Date.parse(time);
    this.#addTraffic({ at, received: bytesReceived, sent: bytesSent });
    if (writtenBytes != null) {
      const isNewRun = writtenBytes < (this.#written.at(-1)?.bytes ?? 0);
      this.#written = addSize(isNewRun ? [] : this.#written, { at, bytes: writtenBytes });
    }
    return { ...this.#rates, writtenBytesPerDay: growthPerDay(this.#written) };
  }

  /** A sample of a new block may repeat the counters of the sample before: the rate then stays. */
  #addTraffic(traffic: Traffic): void {
    const before = this.#traffic;
    if (before !== undefined && before.received === traffic.received && before.sent === traffic.sent) return;
    this.#traffic = traffic;
    if (before === undefined) return;
    const seconds = (traffic.at - before.at) / 1000;
    const [received, sent] = [traffic.received - before.received, traffic.sent - before.sent];
    const isKnown = seconds > 0 && received >= 0 && sent >= 0;
    this.#rates = {
      receivedBytesPerSecond: isKnown ? received / seconds : null,
      sentBytesPerSecond: isKnown ? sent / seconds : null,
    };
  }
}
