import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

export class RequestScope {
  readonly #current = new AsyncLocalStorage<string>();

  run<T>(requestId: string, work: () => T): T {
    return this.#current.run(requestId, work);
  }

  readonly fields = (): { requestId?: string } => {
    const requestId = this.#current.getStore();
    return requestId === undefined ? {} : { requestId };
  };
}

const form = /^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;

/** Returns the id of a request: a UUID from the `X-Request-Id` header, or a new one. */
export function requestIdOf(header: string | string[] | undefined): string {
  if (typeof header !== 'string' || !form.test(header)) return randomUUID();
  const digits = header.toLowerCase().replaceAll('-', '');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
