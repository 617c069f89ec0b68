import { chainFacts, type IndexKey } from '../chain-facts.ts';
import { type BuildBasis, buildHours, type Consequence, describeHours, nothingKnown } from '../consequences.ts';
import type { NodeConfig } from '../node-config.ts';
import { nodeSettings } from '../node-settings.ts';
import { readOverrides } from '../read-overrides.ts';
import { optionCatalog } from './catalog.ts';
import { clientFamily, hasData, newestKnown } from './registry.ts';
import type { VersionData, VersionNote } from './version-data.ts';
import { hasReceived, majorOf } from './versions.ts';

/** A node's configuration, and facts beyond it. */
export interface UpgradedNode extends NodeConfig {
  /** Inputs for the build time of an index; undefined if unknown. */
  build?: BuildBasis;
  /** The names of its legacy (Berkeley DB) wallets; null or undefined if unknown. */
  legacyWallets?: readonly string[] | null;
}

/** Returns the consequences of another version for a node: options, defaults, wallets, indexes and memory. */
export function ofUpgrade(config: UpgradedNode, to: string): Consequence[] {
  const { build = nothingKnown, legacyWallets = null } = config;
  const next = { ...config, clientVersion: to };
  const unknown = unknownMajors(config, to);
  // The newest known options are the best guess for a later major, and none for any other.
  if (unknown.some((version) => !isLaterThanKnown(config.client, version))) return [ofUnknown(config, to, unknown)];
  const met = majorsBetween(config, to);
  const notes = notesOf(config, to);
  return [
    ...(unknown.length === 0 ? [] : [ofUnknown(config, to, unknown)]),
    ...droppedOptions(config, next, met),
    ...changedDefaults(config, next),
    ...notes.map((message) => ({ kind: 'behavior_changes' as const, message })),
    ...(met.some(({ upgrade }) => upgrade.dropsLegacyWallets) ? unloadable(legacyWallets, to) : []),
    ...met.flatMap((version) => rebuiltIndexes(config, version, build)),
    ...exceededMemory(next),
  ];
}

/** The versions of a change whose major has no data file. */
const unknownMajors = ({ client, clientVersion }: NodeConfig, to: string): string[] =>
  [clientVersion, to].filter((version) => !hasData({ client, clientVersion: version }));

const isLaterThanKnown = (client: NodeConfig['client'], version: string): boolean =>
  majorOf(version) > majorOf(newestKnown(client));

function ofUnknown({ client, clientVersion }: NodeConfig, to: string, unknown: readonly string[]): Consequence {
  const title = clientFamily(client).title;
  const majors = unknown.map((version) => (Number.isNaN(majorOf(version)) ? version : String(majorOf(version))));
  const message = `it is unknown what ${to} changes beside ${clientVersion}: Satrap has no facts about ${title} ${[...new Set(majors)].join(' and ')}; read the release notes first`;
  return { kind: 'unknown_changes', message };
}

/** The majors that an upgrade crosses, including the last; none for a downgrade. */
const majorsBetween = ({ client, clientVersion }: NodeConfig, to: string): VersionData[] =>
  clientFamily(client).versions.filter(
    ({ major }) => Number(major) > majorOf(clientVersion) && Number(major) <= majorOf(to),
  );

/** What the new version brings that this one lacks, and what a return to an earlier major costs. */
function notesOf(config: NodeConfig, to: string): string[] {
  const { client, clientVersion } = config;
  const { indexes } = chainFacts(config);
  const concerns = ({ index }: VersionNote): boolean => index === undefined || indexes.has(index as IndexKey);
  return clientFamily(client).versions.flatMap(({ major, upgrade }) => {
    const has = (version: string, { since = [`${major}.0`] }: VersionNote) => hasReceived(version, since);
    const brought = upgrade.notes.filter((note) => !has(clientVersion, note) && has(to, note));
    const isLeft = Number(major) <= majorOf(clientVersion) && Number(major) > majorOf(to);
    const returned = isLeft ? (upgrade.downgradeNotes ?? []).filter(concerns) : [];
    return [
      ...brought.filter(concerns).map(({ message }) => message),
      ...returned.map(({ message }) => `${to} ${message}`),
    ];
  });
}

function droppedOptions(config: NodeConfig, next: NodeConfig, met: readonly VersionData[]): Consequence[] {
  const [before, after] = [optionCatalog(config), optionCatalog(next)];
  const dropped = [
    ...new Set(readOverrides(config).read.flatMap(({ base, withoutEffect }) => (withoutEffect ? [] : [base]))),
  ].filter((key) => {
    const hasNoEffect = met.some(({ upgrade }) => upgrade.withoutEffect?.includes(key));
    return hasNoEffect || (before.find(key) !== undefined && after.find(key) === undefined);
  });
  return dropped.map((key) => {
    const successor = met.map(({ upgrade }) => upgrade.renamed?.[key]).findLast((each) => each !== undefined);
    const instead = successor === undefined ? 'remove it' : `set ${successor} instead`;
    return { kind: 'option_dropped', message: `${key} has no effect in ${next.clientVersion}; ${instead}` };
  });
}

function changedDefaults(config: NodeConfig, next: NodeConfig): Consequence[] {
  const before = optionCatalog(config);
  const set = new Map(nodeSettings(config).map((setting) => [setting.key, setting]));
  const own = optionCatalog(next).options.flatMap((option) => {
    const former = before.find(option.key)?.default;
    const isOurs = set.has(option.key) || option.platformReason !== null || option.advanced || option.type === 'hex';
    if (isOurs || former == null || option.default === null || option.default === former) return [];
    return [`${option.key} ${former} → ${option.default}`];
  });
  const ours = nodeSettings(next).flatMap(({ key, value, origin }) => {
    const former = set.get(key);
    if (origin !== 'default' || former === undefined || former.value === value) return [];
    return [`${key} ${former.value} → ${value}`];
  });
  const changed = [...own, ...ours];
  if (changed.length === 0) return [];
  return [{ kind: 'default_changes', message: `defaults that the node relies on change: ${changed.join(', ')}` }];
}

function unloadable(wallets: readonly string[] | null, to: string): Consequence[] {
  if (wallets?.length === 0) return [];
  const which =
    wallets === null
      ? 'legacy (Berkeley DB) wallets'
      : `the legacy (Berkeley DB) wallets ${wallets.map((name) => (name === '' ? 'the default wallet' : name)).join(', ')}`;
  return [
    {
      kind: 'wallets_unloadable',
      message: `${which} do not load in ${to}; migrate them first with migratewallet, after a backup`,
    },
  ];
}

function rebuiltIndexes(config: NodeConfig, { major, upgrade }: VersionData, build: BuildBasis): Consequence[] {
  const { indexes } = chainFacts(config);
  return Object.entries(upgrade.rebuiltIndexes ?? {}).flatMap(([key, { folder, bytesPerBlock }]): Consequence[] => {
    if (!indexes.has(key as IndexKey)) return [];
    const hours = buildHours(key as IndexKey, config.network, build);
    const { height } = build;
    const kept =
      height === null ? 'its disk space' : `about ${Math.ceil((height * bytesPerBlock) / 2 ** 20)} MiB of disk`;
    const message = `${major} rebuilds ${key} from all blocks, which takes ${describeHours(hours)}; the old one in ${folder} keeps ${kept}, and only earlier versions use it`;
    return [{ kind: 'builds_index', message, hours }];
  });
}

function exceededMemory(next: NodeConfig): Consequence[] {
  const dbcache = Number(nodeSettings(next).find(({ key }) => key === 'dbcache')?.value);
  const { memoryMiB } = next.resources;
  if (!(dbcache > memoryMiB)) return [];
  const message = `dbcache may use ${dbcache} MiB, but the node has ${memoryMiB} MiB of memory: lower dbcache or raise the memory`;
  return [{ kind: 'memory_exceeded', message }];
}
