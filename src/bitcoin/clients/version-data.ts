export interface Release {
  version: string;
  /** As an ISO date; absent if unknown. */
  released?: string;
  /** Whether hosts offer it by default. */
  offered?: boolean;
  withdrawn?: {
    at: string;
    reason: string;
    /** Whether it affects only nodes with a legacy wallet. */
    legacyWalletsOnly?: boolean;
  };
}

/** An option as the daemon lists it. */
export interface MeasuredOption {
  category: string;
  default?: string;
  repeatable?: boolean;
  advanced?: boolean;
  /** The largest number that it uses unchanged, where later versions have no bound. */
  max?: number;
  /** Whether `1` selects a file that is built into the daemon, so that the option needs none of its own. */
  builtIn?: boolean;
}

/** What a version changes for a node, for people. */
export interface VersionNote {
  message: string;
  /** The first release with it in each major that has it; absent if the first release of the major brought it. */
  since?: readonly string[];
  /** The option of an index: it applies only to nodes that have this one. */
  index?: string;
}

export interface UpgradeFacts {
  notes: readonly VersionNote[];
  /** Consequences of a return to an earlier major: the rest of a sentence that begins with its version. */
  downgradeNotes?: readonly VersionNote[];
  /** Options that it still accepts but ignores. */
  withoutEffect?: readonly string[];
  /** Replacements of removed options. */
  renamed?: Readonly<Record<string, string>>;
  /** Whether it no longer loads legacy (Berkeley DB) wallets. */
  dropsLegacyWallets?: boolean;
  /** Indexes that it rebuilds, with the folder of the old one, which stays on disk, and the size of its records. */
  rebuiltIndexes?: Readonly<Record<string, { folder: string; bytesPerBlock: number }>>;
}

/** The data of a major version. One JSON file each, so that a version is added by a file and a line. */
export interface VersionData {
  major: string;
  /** The version whose help lists the options. */
  optionsOf: string;
  /** Date of its first release (ISO). */
  released: string;
  /** End of fixes, if announced differently from the policy of its family. */
  endOfLife?: string;
  releases: readonly Release[];
  /** Its assumed sizes of blocks and chain state, in GB, without indexes (src/kernel/chainparams.cpp). */
  assumedSizesGB: Readonly<Record<string, readonly number[]>>;
  upgrade: UpgradeFacts;
  options: Readonly<Record<string, MeasuredOption>>;
}

/**
 * A defect that its developers fixed without an advisory, and that an operator notices or must know. `unsafe_option`: an
 * option does not keep its promise in these versions.
 */
export interface Defect {
  id: string;
  kind: 'defect' | 'unsafe_option';
  /** The first affected version. */
  from: string;
  /** The first version without it. A later release of an earlier major may also be fixed: see `fixedIn`. */
  before: string;
  fixedIn: readonly string[];
  what: string;
  /** What to do until the node runs a fixed version; absent if nothing helps. */
  workaround?: string;
  /** The nodes that it affects. */
  affects: 'mainnet' | 'private_broadcast_without_proxy';
}

export interface Advisory {
  id: string;
  severity: 'low' | 'medium' | 'high';
  /** The first affected version; absent if every earlier one is affected. */
  from?: string;
  /** The first version without it. A later release of an earlier major may also be fixed: see `fixedIn`. */
  before: string;
  fixedIn: readonly string[];
  what: string;
  published: string;
  /** What a node must have to be affected; absent if every node is. */
  requires?: 'parallel_validation' | '32_bit';
  /** What protects a node until it runs a fixed version; absent if nothing does. */
  workaround?: string;
}

export interface ClientFamily {
  title: string;
  /** The daemon's name in its image. */
  program: string;
  /** Oldest first. */
  versions: readonly VersionData[];
  advisories: readonly Advisory[];
  defects: readonly Defect[];
  /** The default image of a version; null if the operator must configure one. */
  image: ((version: string) => string) | null;
  /** How many majors are maintained at a time: a new one ends the oldest. Null if no policy is published. */
  maintainedMajors: number | null;
  /** A note for people who choose it. */
  note: string | null;
  arguments: readonly string[];
  /** The family that it is derived from: it has the options and vulnerabilities of the same major. */
  base: ClientFamily | null;
}
