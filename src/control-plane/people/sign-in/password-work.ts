import pLimit from 'p-limit';
import { tooManyAttempts } from '../../platform/input/errors.ts';

/** A hash takes 32 MiB and a tenth of a second of one core. */
const atOnce = 2;
const maxWaiting = 40;
const retryAfterSeconds = 5;

/** Hashes few passwords at once, so that whoever sends many keeps nobody else from an answer. */
export class PasswordWork {
  readonly #turns = pLimit(atOnce);

  /** Throws RateLimited when too many wait already. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#turns.pendingCount >= maxWaiting) throw tooManyAttempts(retryAfterSeconds);
    return this.#turns(work);
  }
}
