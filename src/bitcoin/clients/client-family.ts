import type { Advisory, VersionData } from './version-data.ts';

/** A client, and all of its versions. */
export interface ClientFamily {
  title: string;
  /** The daemon's name in its image. */
  program: string;
  /** Oldest first. */
  versions: readonly VersionData[];
  advisories: readonly Advisory[];
  /** The image of a version unless the operator maps another one; null where the operator must. */
  image: ((version: string) => string) | null;
  /** How many majors are maintained at a time: a new one ends the life of the oldest. Null where no policy is known. */
  maintainedMajors: number | null;
  /** What people must know before they choose it. */
  note: string | null;
  /** What its daemon is started with beside what all daemons are. */
  arguments: readonly string[];
  /** The family that it is made from: it has the options and the weaknesses of the same major. */
  base: ClientFamily | null;
}
