import { type LifecycleTable, type VersionLife, versionLife } from './lifecycle.ts';
import type { Client, ClientVersion } from './registry.ts';
import { compareVersions } from './versions.ts';

export type DefaultVersions = ReturnType<typeof defaultVersionsAt>;

/** Chooses default versions by their lifecycle at one time. */
export function defaultVersionsAt(table: LifecycleTable, now: Date) {
  /** A thousand hosts offer a few versions, each looked up once. */
  const lives = new Map<string, VersionLife>();
  const lifeOf = (of: ClientVersion): VersionLife =>
    lives.getOrInsertComputed(`${of.client} ${of.clientVersion}`, () => versionLife(table, of, now));
  /** Orders versions without a warning first, then those without a known defect, then newer ones. */
  const compare = (a: ClientVersion, b: ClientVersion): number =>
    Number(lifeOf(a).warning !== null) - Number(lifeOf(b).warning !== null) ||
    Number(lifeOf(a).defects.length > 0) - Number(lifeOf(b).defects.length > 0) ||
    compareVersions(b.clientVersion, a.clientVersion);
  return {
    compare,
    /** Returns the version for a request that names none; undefined if each one was withdrawn. */
    of: (client: Client, versions: readonly string[]): string | undefined =>
      versions
        .map((clientVersion) => ({ client, clientVersion }))
        .filter((each) => lifeOf(each).state !== 'withdrawn')
        .toSorted(compare)[0]?.clientVersion,
  };
}
