/** One release of a client. */
export interface Release {
  version: string;
  /** As an ISO date; left out where it is not known. */
  released?: string;
  /** Whether a host offers it unless its operator maps images of their own. */
  offered?: boolean;
  withdrawn?: {
    at: string;
    reason: string;
    /** Whether it harms only nodes that have a wallet in the legacy format. */
    legacyWalletsOnly?: boolean;
  };
}

/** An option as the daemon lists it. */
export interface MeasuredOption {
  category: string;
  default?: string;
  repeatable?: boolean;
  advanced?: boolean;
}

/** What a node meets that is upgraded to a major version. */
export interface UpgradeFacts {
  /** What it means for every node, for people. */
  notes: readonly string[];
  /** Options that it still takes and ignores. */
  withoutEffect?: readonly string[];
  /** What took the place of an option that it no longer has. */
  renamed?: Readonly<Record<string, string>>;
  /** Whether it no longer loads wallets in the legacy format (Berkeley DB). */
  dropsLegacyWallets?: boolean;
  /** Indexes that it builds again, and the folder of the old one, which stays on disk. */
  rebuiltIndexes?: Readonly<Record<string, string>>;
}

/** What is known of a major version. One JSON file each, so that a version is added by a file and a line. */
export interface VersionData {
  major: string;
  /** The version whose help lists the options. */
  optionsOf: string;
  /** When its first release came out, as an ISO date. */
  released: string;
  /** When it gets no more fixes, where that is announced otherwise than by the policy of its family. */
  endOfLife?: string;
  releases: readonly Release[];
  /** Heights of the UTXO snapshots that it accepts, by network (src/kernel/chainparams.cpp). */
  assumeutxo: Readonly<Record<string, readonly number[]>>;
  /** What it assumes of blocks and chain state, in GB, without indexes (src/kernel/chainparams.cpp). */
  assumedSizesGB: Readonly<Record<string, readonly number[]>>;
  upgrade: UpgradeFacts;
  options: Readonly<Record<string, MeasuredOption>>;
}

/** A weakness that was disclosed. */
export interface Advisory {
  id: string;
  severity: 'low' | 'medium' | 'high';
  /** The first version that has it; left out where every earlier one does. */
  from?: string;
  /** The first version without it. A later release of an earlier major may have the fix as well: `fixedIn` lists it. */
  before: string;
  fixedIn: readonly string[];
  what: string;
  published: string;
  /** What a node must have to be affected; left out where every node is. */
  requires?: 'parallel_validation' | '32_bit';
}
