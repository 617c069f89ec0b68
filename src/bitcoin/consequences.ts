import { counted } from '../text/counted.ts';
import { printable } from '../text/printable.ts';
import { type ChainFacts, type IndexKey, missingData } from './chain-facts.ts';
import { compareVersions } from './clients/versions.ts';
import { type DataFormat, whyUnreadable } from './data-format.ts';
import { hasPeers, type Network, networkFacts } from './network.ts';
import type { NodeTor } from './node-config.ts';

export type ConsequenceKind =
  | 'nothing'
  | 'starts'
  | 'stops'
  | 'new_container'
  | 'builds_index'
  | 'rebuilds_chain'
  | 'irreversible'
  | 'data_may_be_unreadable'
  | 'version_lowered'
  | 'option_dropped'
  | 'default_changes'
  | 'behavior_changes'
  | 'unknown_changes'
  | 'wallets_unloadable'
  | 'memory_exceeded'
  | 'needs_missing_data';

export interface Consequence {
  kind: ConsequenceKind;
  message: string;
  hours?: BuildHours;
}

/** A consequence for the chain data, with the setting that causes it. */
export interface ChainConsequence extends Consequence {
  key: string;
}

export const nothingHappens: Consequence = { kind: 'nothing', message: 'does not affect the daemon' };

/** The names of a daemon's loaded wallets; null or undefined if unknown. */
export type LoadedWallets = readonly string[] | null | undefined;

export const ofDesiredState = (to: 'running' | 'stopped', loaded?: LoadedWallets): Consequence =>
  to === 'running'
    ? { kind: 'starts', message: 'the daemon starts' }
    : {
        kind: 'stops',
        message: `the daemon shuts down cleanly; its chain data stays${reloaded(loaded, 'at its next start')}`,
      };

export const ofNewContainer = (isUp: boolean, loaded?: LoadedWallets): Consequence => ({
  kind: 'new_container',
  message: isUp
    ? `restarts the node in a new container, with the same chain data and ports${reloaded(loaded, 'with it')}`
    : 'takes effect at the next start, in a new container with the same chain data and ports',
});

export const ofTor = (tor: NodeTor | null): Consequence => ({
  kind: 'behavior_changes',
  message:
    tor === null
      ? 'connects to peers directly, which shows them the address of the host'
      : 'sends everything for peers through the proxy; the P2P port is published on the loopback address of the host only',
});

/** A node may have any number of them. */
const maxNamed = 10;

function reloaded(loaded: LoadedWallets, when: string): string {
  if (loaded == null || loaded.length === 0) return '';
  const named = loaded.slice(0, maxNamed).map((name) => (name === '' ? 'the default wallet' : printable(name)));
  const more = loaded.length > maxNamed ? [`${loaded.length - maxNamed} more`] : [];
  return `; its loaded wallets are loaded again ${when} (${[...named, ...more].join(', ')}), locked if they are encrypted`;
}

export const nothingKnown: BuildBasis = { height: null, chainBytes: null, hostBytesPerHour: null };

export function ofChainFacts(
  current: ChainFacts,
  next: ChainFacts,
  { network, build = nothingKnown }: { network: Network; build?: BuildBasis },
): ChainConsequence[] {
  const missing = missingData(current, next);
  const built = [...next.indexes].filter(
    (key) => !current.indexes.has(key) && missing.every((other) => other.key !== key),
  );
  const rebuilt = [...next.rebuilds].filter((key) => !current.rebuilds.has(key));
  return [
    ...built.map((key) => {
      const hours = buildHours(key, network, build);
      const message = `builds ${key} from all blocks, which takes more disk and ${describeHours(hours)}; the node serves everything else meanwhile`;
      return { key, kind: 'builds_index' as const, message, hours };
    }),
    ...rebuilt.map((key) => ({
      key,
      kind: 'rebuilds_chain' as const,
      message: `${key} rebuilds the chain at every start, which takes days on mainnet; remove it once the node is synced`,
    })),
    ...ofPruning(current.pruneTarget, next.pruneTarget),
    ...missing.map((what) => ({ ...what, kind: 'needs_missing_data' as const })),
  ];
}

function ofPruning(before: number, after: number): ChainConsequence[] {
  const irreversible = (message: string): ChainConsequence[] => [{ key: 'prune', kind: 'irreversible', message }];
  if (before === 0 && after > 0) {
    return irreversible(
      'deletes old blocks permanently; to get them back, create another node, which downloads the whole chain',
    );
  }
  return after > 1 && after < before ? irreversible(`deletes blocks beyond the newest ${after} MiB permanently`) : [];
}

/** Consequences of another version of bitcoind for chain data; `data` is null if none exists. */
export function ofVersion(data: DataFormat | null, from: string, to: string): Consequence[] {
  const unreadable = data === null ? null : whyUnreadable(data, to);
  if (unreadable !== null) return [{ kind: 'data_may_be_unreadable', message: unreadable }];
  if (data === null || compareVersions(from, to) <= 0) return [];
  const message = `${to} reads the blocks and the chain state of ${from}, but lacks its fixes and options, and wallets created with ${from} may not open`;
  return [{ kind: 'version_lowered', message }];
}

/** Inputs for the build time of an index. */
export interface BuildBasis {
  /** Number of its blocks; null if unknown. */
  height: number | null;
  /** Bytes of the node's block files; null if unknown. */
  chainBytes: number | null;
  /** The best hourly rate of block bytes that nodes of this host have verified; null if none has synced here. */
  hostBytesPerHour: number | null;
}

export interface BuildHours {
  from: number;
  to: number;
  /** Whether it is based on this host’s own rate instead of typical values. */
  measured: boolean;
}

/** Estimates the build time of an index, which reads every block, at this host's rate of verifying blocks if known. */
export function buildHours(key: IndexKey, network: Network, { chainBytes, hostBytesPerHour }: BuildBasis): BuildHours {
  if (hasPeers(network) && chainBytes !== null && hostBytesPerHour !== null && hostBytesPerHour > 0) {
    const hours = chainBytes / hostBytesPerHour;
    return { from: hours, to: hours, measured: true };
  }
  const [from, to] = networkFacts(network).indexHours[key];
  return { from, to, measured: false };
}

export function describeHours({ from, to, measured }: BuildHours): string {
  if (measured) return `about ${shown(to)} at this host’s rate`;
  return to === 0 ? 'seconds' : `typically ${shown(from)} to ${shown(to)}; this host’s own rate is not known yet`;
}

function shown(hours: number): string {
  if (hours < 1) return counted(Math.max(1, Math.round(hours * 60)), 'minute');
  const rounded = hours < 10 ? Math.round(hours * 10) / 10 : Math.round(hours);
  return counted(rounded, 'hour');
}
