import { createClient, type Operation, type SatrapClient } from '../../client/client.ts';
import { UnavailableError } from '../../client/error.ts';
import { Connection } from './connection.ts';
import { ServerClock } from './server-clock.ts';

/** Calls the control plane that served this page, as the signed-in user, and records whether it answers. */
export class Api {
  readonly connection = new Connection();
  readonly clock = new ServerClock();
  readonly endpoint: string;
  /** The slug of this window's organization, as in its address; null for the session's active one. */
  organization: string | null = null;
  /** For lists that are read to their end. It records no answer. */
  readonly client: SatrapClient;

  /** The browser sends the session cookie. `base` is the console's URL. */
  constructor(base: string) {
    this.endpoint = new URL('graphql', base).href;
    const headers = (): Record<string, string> =>
      this.organization === null ? {} : { 'satrap-organization': this.organization };
    this.client = createClient({ url: this.endpoint, headers, fetch: (...request) => this.#fetch(request) });
  }

  /** Throws SatrapError. */
  query<T, V extends object>(operation: Operation<T, V>, variables: V, signal?: AbortSignal) {
    return this.#note(this.client.query<T, object>(operation as Operation<T, object>, variables, { signal }));
  }

  /** Throws SatrapError. After UnavailableError, the change may have been applied. */
  mutate<T, V extends object>(operation: Operation<T, V>, variables: V) {
    return this.#note(this.client.mutate<T, object>(operation as Operation<T, object>, variables));
  }

  /** Yields the results of a subscription until it ends or `signal` aborts. Throws SatrapError when the stream is lost. */
  stream<T, V extends object>(operation: Operation<T, V>, variables: V, signal: AbortSignal) {
    const options = { signal, reconnects: false };
    return this.client.subscribe<T, object>(operation as Operation<T, object>, variables, options);
  }

  async #fetch(request: Parameters<typeof fetch>): Promise<Response> {
    const sentAtMs = Date.now();
    const response = await fetch(...request);
    this.clock.heard(response.headers.get('date'), sentAtMs, Date.now());
    return response;
  }

  async #note<T>(call: Promise<T>): Promise<T> {
    try {
      const data = await call;
      this.connection.answered();
      return data;
    } catch (error) {
      if (error instanceof UnavailableError && error.status === null) this.connection.unanswered();
      throw error;
    }
  }
}
