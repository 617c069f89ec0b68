import { createClient, type Operation, type SatrapClient } from '../../client/client.ts';
import { UnavailableError } from '../../client/error.ts';
import { Connection } from './connection.ts';

const organizationKey = 'satrap.organization';

/** Calls the control plane that served this page, as the signed-in user, and records whether it answers. */
export class Api {
  readonly connection = new Connection();
  readonly endpoint: string;
  readonly #client: SatrapClient;
  readonly #tab: Storage;

  /** The browser sends the session cookie. `base` is the console's URL; `tab` is storage that survives a reload of this tab. */
  constructor(base: string, tab: Storage) {
    this.endpoint = new URL('graphql', base).href;
    this.#tab = tab;
    const headers = (): Record<string, string> =>
      this.organizationId === null ? {} : { 'satrap-organization': this.organizationId };
    this.#client = createClient({ url: this.endpoint, headers });
  }

  /** The organization of this tab, independent of other tabs; null for the session's active one. */
  get organizationId(): string | null {
    return this.#tab.getItem(organizationKey);
  }

  actIn(organizationId: string | null): void {
    if (organizationId === null) this.#tab.removeItem(organizationKey);
    else this.#tab.setItem(organizationKey, organizationId);
  }

  /** Throws SatrapError. */
  query<T, V extends object>(operation: Operation<T, V>, variables: V, signal?: AbortSignal) {
    return this.#note(this.#client.query<T, object>(operation as Operation<T, object>, variables, { signal }));
  }

  /** Throws SatrapError. After UnavailableError, the change may have been applied. */
  mutate<T, V extends object>(operation: Operation<T, V>, variables: V) {
    return this.#note(this.#client.mutate<T, object>(operation as Operation<T, object>, variables));
  }

  /** Yields the results of a subscription until it ends or `signal` aborts. Throws SatrapError when the stream is lost. */
  stream<T, V extends object>(operation: Operation<T, V>, variables: V, signal: AbortSignal) {
    const options = { signal, reconnects: false };
    return this.#client.subscribe<T, object>(operation as Operation<T, object>, variables, options);
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
