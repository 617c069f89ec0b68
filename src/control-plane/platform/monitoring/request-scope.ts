import { AsyncLocalStorage } from 'node:async_hooks';

/** Which request the work at hand is done for, so that each line of the log can name it. */
export class RequestScope {
  readonly #current = new AsyncLocalStorage<string>();

  /** Does the work of a request. */
  run<T>(requestId: string, work: () => T): T {
    return this.#current.run(requestId, work);
  }

  /** The fields of a log line. */
  readonly fields = (): { requestId?: string } => {
    const requestId = this.#current.getStore();
    return requestId === undefined ? {} : { requestId };
  };
}
