import type { Logger } from 'pino';
import { errorMessage } from '../../text/error-message.ts';
import type { Clock } from '../../timing/clock.ts';
import type { Pulse } from '../loops/pulse.ts';
import type { Service } from '../service.ts';
import type { StoreReserve } from './store-reserve.ts';

const intervalMs = 60_000;

export class ReserveKeeper implements Service {
  readonly name = 'reserved space';
  readonly #reserve: Pick<StoreReserve, 'restore' | 'path'>;
  readonly #clock: Clock;
  readonly #log: Logger;
  #isMissing = false;
  readonly #pulse: Pick<Pulse, 'beat'> | undefined;

  constructor(reserve: Pick<StoreReserve, 'restore' | 'path'>, clock: Clock, log: Logger, pulse?: Pick<Pulse, 'beat'>) {
    this.#pulse = pulse;
    this.#reserve = reserve;
    this.#clock = clock;
    this.#log = log;
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#pulse?.beat();
      await this.#restore();
      this.#pulse?.beat(intervalMs);
      await this.#clock.sleep(intervalMs, signal);
    }
  }

  async #restore(): Promise<void> {
    const why = await this.#reserve.restore().then((done) => (done ? null : 'its disk is nearly full'), errorMessage);
    if (why !== null && !this.#isMissing) {
      this.#log.warn(
        `the reserved space ${this.#reserve.path} of the agent’s store is not complete: ${why}; make room`,
      );
    }
    if (why === null && this.#isMissing) this.#log.info('the reserved space of the agent’s store is complete again');
    this.#isMissing = why !== null;
  }
}
