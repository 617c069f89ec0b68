import type { Advisory, VersionData } from './version-data.ts';

/** A client with all its versions. */
export interface ClientFamily {
  title: string;
  /** The daemon's name in its image. */
  program: string;
  /** Oldest first. */
  versions: readonly VersionData[];
  advisories: readonly Advisory[];
  /** The default image of a version; null if the operator must configure one. */
  image: ((version: string) => string) | null;
  /**
   * How many majors are maintained at a time: a new one ends the life of the oldest. Null if no policy is published.
   */
  maintainedMajors: number | null;
  /** A note for people who choose it. */
  note: string | null;
  /** Additional arguments of its daemon. */
  arguments: readonly string[];
  /** The family that it is derived from: it has the options and vulnerabilities of the same major. */
  base: ClientFamily | null;
}
