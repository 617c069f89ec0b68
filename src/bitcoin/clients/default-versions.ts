import { type LifecycleTable, type VersionLife, versionLife } from './lifecycle.ts';
import type { Client, ClientVersion } from './registry.ts';
import { compareVersions } from './versions.ts';

/** Chooses default versions by their lifecycle at one time. */
export class DefaultVersions {
  readonly #table: LifecycleTable;
  readonly #now: Date;
  /** A thousand hosts offer a few versions, each looked up once. */
  readonly #lives = new Map<string, VersionLife>();

  constructor(table: LifecycleTable, now: Date) {
    this.#table = table;
    this.#now = now;
  }

  /** Returns the version for a request that names none; undefined if each one was withdrawn. */
  of(client: Client, versions: readonly string[]): string | undefined {
    return versions
      .map((clientVersion) => ({ client, clientVersion }))
      .filter((each) => this.#lifeOf(each).state !== 'withdrawn')
      .toSorted(this.compare)[0]?.clientVersion;
  }

  /** Orders versions without a warning first, then newer ones. */
  readonly compare = (a: ClientVersion, b: ClientVersion): number =>
    Number(this.#lifeOf(a).warning !== null) - Number(this.#lifeOf(b).warning !== null) ||
    compareVersions(b.clientVersion, a.clientVersion);

  #lifeOf(of: ClientVersion): VersionLife {
    return this.#lives.getOrInsertComputed(`${of.client} ${of.clientVersion}`, () =>
      versionLife(this.#table, of, this.#now),
    );
  }
}
