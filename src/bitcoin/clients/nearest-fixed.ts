import { checkConfig } from '../check-config.ts';
import { checkOverrides } from '../check-overrides.ts';
import type { NodeConfig } from '../node-config.ts';
import { appliesTo, defectApplies, type LifecycleTable, versionLife } from './lifecycle.ts';
import { ofUpgrade } from './upgrade.ts';
import { compareVersions, majorOf } from './versions.ts';

export interface ReachableVersion {
  version: string;
  /** Whether its host offers it. */
  isOffered: boolean;
  /** What the node's owner must change first; null if nothing. */
  obstacle: string | null;
  /** Its end of life, if that is past; null if it is maintained, or nothing is known. */
  endOfLife: string | null;
}

export interface FixedVersion extends ReachableVersion {
  /** The next best ones, each of another major. */
  alternatives: readonly ReachableVersion[];
}

interface Reach {
  /** The versions of the node's client that its host offers. */
  offered: readonly string[];
  /** Null if unknown. */
  hasLegacyWallets: boolean | null;
  now: Date;
}

const maxAlternatives = 2;

/**
 * Returns the later version of the same client to upgrade to, without a high-severity advisory that affects the node: the
 * newest maintained one that its host offers and that takes its options and wallets. Otherwise the one that lacks the
 * fewest of these; of several, first those that need no change of the node, then maintained ones.
 */
export function nearestFixed(
  table: LifecycleTable,
  config: NodeConfig,
  { offered, hasLegacyWallets, now }: Reach,
): FixedVersion | null {
  const { client, clientVersion } = config;
  const known = table.clients[client]?.releases.map(({ version }) => version) ?? [];
  const candidates = [...new Set([...offered, ...known])].flatMap((version) => {
    if (compareVersions(version, clientVersion) <= 0) return [];
    const life = versionLife(table, { client, clientVersion: version }, now);
    const isVulnerable = life.advisories.some((each) => each.severity === 'high' && appliesTo(each, config));
    if (life.withdrawn !== null || isVulnerable) return [];
    const found: ReachableVersion = {
      version,
      isOffered: offered.includes(version),
      obstacle: obstacleTo(version, config, hasLegacyWallets),
      endOfLife: life.state === 'end_of_life' ? life.endOfLife : null,
    };
    const isDefective = life.defects.some((defect) => defectApplies(defect, config));
    const drawbacks = [isDefective, found.obstacle !== null, life.state !== 'maintained', !found.isOffered];
    return [{ found, drawbacks }];
  });
  const ordered = candidates
    .toSorted((a, b) => compareDrawbacks(a.drawbacks, b.drawbacks) || compareVersions(b.found.version, a.found.version))
    .map(({ found }) => found);
  const ofMajors = new Map(ordered.toReversed().map((found) => [majorOf(found.version), found]));
  const [best, ...others] = ordered.filter((found) => ofMajors.get(majorOf(found.version)) === found);
  return best === undefined ? null : { ...best, alternatives: others.slice(0, maxAlternatives) };
}

/** Fewer first; of as many, those whose first drawback comes later. */
function compareDrawbacks(a: readonly boolean[], b: readonly boolean[]): number {
  const count = (drawbacks: readonly boolean[]) => drawbacks.filter(Boolean).length;
  const at = a.findIndex((drawback, index) => drawback !== b[index]);
  return at === -1 ? 0 : count(a) - count(b) || Number(a[at]) - Number(b[at]);
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
