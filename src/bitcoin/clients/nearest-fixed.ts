import { checkConfig } from '../check-config.ts';
import { checkOverrides } from '../check-overrides.ts';
import type { NodeConfig } from '../node-config.ts';
import { appliesTo, type LifecycleTable, versionLife } from './lifecycle.ts';
import { ofUpgrade } from './upgrade.ts';
import { compareVersions } from './versions.ts';

export interface FixedVersion {
  version: string;
  isOffered: boolean;
  /** What the node's owner must change first; null if nothing. */
  obstacle: string | null;
}

interface Reach {
  /** The versions of the node's client that its host offers. */
  offered: readonly string[];
  /** Null if unknown. */
  hasLegacyWallets: boolean | null;
  now: Date;
}

/**
 * Returns the nearest later version of the same client without a high-severity advisory that affects the node: one that
 * its host offers and that takes its options and wallets, else an offered one with its obstacle, else a known one. Of
 * each, a maintained one if there is any.
 */
export function nearestFixed(
  table: LifecycleTable,
  config: NodeConfig,
  { offered, hasLegacyWallets, now }: Reach,
): FixedVersion | null {
  const { client, clientVersion } = config;
  const lifeOf = (version: string) => versionLife(table, { client, clientVersion: version }, now);
  const isFixed = (version: string): boolean => {
    if (compareVersions(version, clientVersion) <= 0) return false;
    const { withdrawn, advisories } = lifeOf(version);
    return withdrawn === null && !advisories.some((each) => each.severity === 'high' && appliesTo(each, config));
  };
  const known = table.clients[client]?.releases.map(({ version }) => version) ?? [];
  const [ofHost, others] = [offered, known].map((versions) =>
    versions
      .filter(isFixed)
      .toSorted(compareVersions)
      .map((version) => ({ version, obstacle: obstacleTo(version, config, hasLegacyWallets) })),
  );
  const nearest = (of: typeof ofHost = []) =>
    of.find(({ version }) => lifeOf(version).state !== 'end_of_life') ?? of[0];
  const free = (of: typeof ofHost = []) => of.filter(({ obstacle }) => obstacle === null);
  const found = nearest(free(ofHost)) ?? nearest(ofHost) ?? nearest(free(others)) ?? nearest(others);
  return found === undefined ? null : { ...found, isOffered: offered.includes(found.version) };
}

function obstacleTo(version: string, config: NodeConfig, hasLegacyWallets: boolean | null): string | null {
  const next = { ...config, clientVersion: version };
  const [issue] = [...checkConfig(next), ...checkOverrides(next, config)];
  const [field, index] = issue?.path ?? [];
  // The value of an option may be secret.
  const key = field === 'overrides' ? config.overrides[Number(index)]?.key : undefined;
  if (key !== undefined) return `${version} does not start with its option ${key}`;
  if (issue !== undefined) return issue.message;
  if (hasLegacyWallets !== true) return null;
  return ofUpgrade(config, version).find(({ kind }) => kind === 'wallets_unloadable')?.message ?? null;
}
