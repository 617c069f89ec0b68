import type { ClientConfig } from 'pg';
import { databaseErrorOf } from './database.ts';
import { type DatabaseUrl, readDatabaseUrl, type UrlSetting } from './database-url.ts';

/** Refusals that another host of the same URL would repeat: the user, the database, no free connection. */
const isFinal = /^(28|3D|53300)/;

/** The hosts of a URL: one of them is in use until it fails. */
export class Endpoints {
  readonly wants: DatabaseUrl['wants'];
  readonly #all: readonly ClientConfig[];
  #index = 0;

  constructor({ endpoints, wants }: DatabaseUrl) {
    this.#all = endpoints;
    this.wants = wants;
  }

  static of(url: string, setting?: UrlSetting): Endpoints {
    return new Endpoints(readDatabaseUrl(url, setting));
  }

  get current(): ClientConfig {
    return this.#all[this.#index] ?? {};
  }

  /** Runs `open`, which connects to the current endpoint, once for each until one succeeds. Throws the first error. */
  async connect<T>(open: () => Promise<T>): Promise<T> {
    let first: unknown;
    for (const _ of this.#all) {
      const index = this.#index;
      try {
        return await open();
      } catch (error) {
        first ??= error;
        // An encryption that the server refuses, or requires, ends with code 28000.
        const isRefused = isFinal.test(databaseErrorOf(error).code ?? '');
        if (isRefused && !/encryption/.test(String(error))) break;
        if (this.#index === index) this.#index = (index + 1) % this.#all.length;
      }
    }
    throw first;
  }
}
