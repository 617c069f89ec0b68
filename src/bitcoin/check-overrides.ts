import { optionCatalog } from './clients/catalog.ts';
import type { ConfigIssue, ConfigOverride, NodeConfig } from './node-config.ts';
import { nodeSettings } from './node-settings.ts';
import { faultOfValue } from './option-value.ts';
import { reasonRefused } from './protected-keys.ts';
import { type ReadOverride, readOverrides } from './read-overrides.ts';
import { isTyped } from './typed-overrides.ts';
import { zmqTopicOf } from './zmq.ts';

/**
 * Returns every fault of new and changed overrides, beyond those that `checkConfig` finds. Only the control plane calls
 * this: an override accepted earlier is checked again only when it changes, and its node keeps running on every host.
 */
export function checkOverrides(config: NodeConfig, current: CurrentConfig | null): ConfigIssue[] {
  const { read } = readOverrides(config);
  const before = new Set(current?.overrides.map(identity));
  const isNew = ({ index }: ReadOverride): boolean => {
    const given = config.overrides[index];
    return given !== undefined && !before.has(identity(given));
  };
  // What the previous version took or ignored may stop another one.
  const former = { ...config, clientVersion: current?.clientVersion ?? config.clientVersion };
  const isOtherVersion = former.clientVersion !== config.clientVersion;
  const isFaultOfVersion = (override: ReadOverride): boolean =>
    isOtherVersion && faultOf(override, former).length === 0 && faultOf(override, config).length > 0;
  const judged = read.filter((override) => isNew(override) || isFaultOfVersion(override));
  const faults = judged.flatMap((override) => faultOf(override, config));
  const conflictsOf = (of: NodeConfig) => overrideConflicts(read, of, current !== null);
  const earlier = isOtherVersion ? conflictsOf(former).map(({ override }) => override) : read;
  const conflicts = conflictsOf(config).filter(
    ({ override }) =>
      (judged.includes(override) || !earlier.includes(override)) &&
      // Each fault is reported once.
      !faults.some(({ path }) => path[1] === override.index),
  );
  return [
    ...faults,
    ...conflicts.map(({ override, message }) => ({ path: ['overrides', override.index, 'value'], message })),
  ];
}

/** Returns the faults that overrides have on their own, whatever the others are. */
export const faultsAlone = (config: NodeConfig): ConfigIssue[] =>
  readOverrides(config).read.flatMap((override) => faultOf(override, config));

/** A node before a change; one without a version keeps its version. */
type CurrentConfig = Pick<NodeConfig, 'overrides'> & Partial<Pick<NodeConfig, 'clientVersion'>>;

const identity = ({ key, value }: ConfigOverride): string => JSON.stringify([key, value]);

function faultOf({ key, base, value, index, withoutEffect }: ReadOverride, config: NodeConfig): ConfigIssue[] {
  if (withoutEffect) return [];
  const refused = optionCatalog(config).find(base)?.platformReason === null ? undefined : reasonRefused(base);
  if (refused !== undefined) return [{ path: ['overrides', index, 'key'], message: `${base}: ${refused}; remove it` }];
  const option = optionCatalog(config).find(base);
  // The version ignores unknown keys, which a note points out; typed keys are checked where they are parsed.
  if (option === undefined || isTyped(base)) return [];
  const isNegated = key !== base;
  if (isNegated) {
    const hasValues = ['integer', 'amount', 'hex', 'choice'].includes(option.type) || zmqTopicOf(base) !== undefined;
    const needsValue = hasValues && !option.repeatable;
    return needsValue
      ? [{ path: ['overrides', index, 'key'], message: `no${base} has no meaning; set ${base} to a value instead` }]
      : [];
  }
  const fault = faultOfValue(base, option, value, config);
  return fault === null ? [] : [{ path: ['overrides', index, 'value'], message: `${base} ${fault}` }];
}

export interface OverrideConflict {
  override: ReadOverride;
  message: string;
}

/** A mempool must hold this many of the largest packages that it accepts (src/txmempool.cpp). */
const packagesInMempool = 40;

/**
 * Combinations of options that this version of bitcoind refuses (src/init.cpp, AppInitParameterInteraction;
 * src/txmempool.cpp; src/wallet/wallet.cpp). It ignores options that it does not know.
 */
function overrideConflicts(read: readonly ReadOverride[], config: NodeConfig, exists: boolean): OverrideConflict[] {
  const catalog = optionCatalog(config);
  const known = read.filter(({ base, withoutEffect }) => !withoutEffect && catalog.find(base) !== undefined);
  const all = (key: string) => known.filter(({ base }) => base === key);
  // «nokey=0» turns it on.
  const meaning = ({ key, base, value }: ReadOverride) => (key === base ? value : value === '0' ? '1' : '0');
  const find = (key: string) => all(key).map(meaning)[0];
  const isOn = (key: string) => ![undefined, '0'].includes(find(key));
  const isOff = (key: string) => find(key) === '0';
  const conflicts: OverrideConflict[] = [];
  const report = (key: string, message: string) => {
    for (const override of all(key)) conflicts.push({ override, message });
  };

  if (isOn('forcednsseed') && (isOff('dnsseed') || all('connect').length > 0)) {
    report('forcednsseed', 'forcednsseed requires dnsseed, which connect turns off too: remove one of them');
    report('dnsseed', 'bitcoind cannot force DNS seeds if dnsseed is off: remove forcednsseed or dnsseed');
    report('connect', 'connect turns off DNS seeds, which forcednsseed forces: remove one of them');
  }
  const hasTor = config.tor != null;
  const proxiesOnion = hasTor || all('proxy').some(({ value }) => /^(?!0(=|$)|$)[^=]*(=(tor|onion))?$/.test(value));
  for (const override of all('onlynet')) {
    const missing = missingFor(override.value, { isOn: (key) => (key === 'proxy' ? proxiesOnion : isOn(key)), isOff });
    if (missing !== null) conflicts.push({ override, message: `onlynet=${override.value} ${missing}` });
  }
  if (isOn('privatebroadcast') && !hasTor && !['proxy', 'onion', 'i2psam'].some(isOn)) {
    report(
      'privatebroadcast',
      'privatebroadcast sends over Tor or I2P: set the node’s Tor, proxy, onion or i2psam too',
    );
  }
  if (isOn('privatebroadcast') && all('connect').length > 0) {
    const message = 'privatebroadcast opens connections of its own, which connect forbids: remove one of them';
    for (const either of ['privatebroadcast', 'connect']) report(either, message);
  }
  const mempool = Number(nodeSettings(config).find(({ key }) => key === 'maxmempool')?.value ?? 300);
  const most = Math.floor((mempool * 1000) / packagesInMempool);
  for (const key of ['limitdescendantsize', 'limitclustersize']) {
    if (!(Number(find(key)) > most)) continue;
    const message = `${key} must be at most ${most} (kvB) with a mempool of ${mempool} MB`;
    for (const either of [key, 'maxmempool']) report(either, message);
  }
  const defaultFee = Number(catalog.find('minrelaytxfee')?.default);
  // The fee rate of replacements raises only a default (src/node/mempool_args.cpp).
  const relayFee = Number(find('minrelaytxfee') ?? Math.max(defaultFee, Number(find('incrementalrelayfee') ?? 0)));
  for (const key of ['maxtxfee', 'paytxfee']) {
    const fee = Number(find(key) ?? relayFee);
    if (fee < relayFee && !(key === 'paytxfee' && fee === 0)) {
      const message = `${key} must be at least ${relayFee.toFixed(8)}, the minimum relay fee rate`;
      for (const either of [key, 'minrelaytxfee', 'incrementalrelayfee']) report(either, message);
    }
  }
  if (exists && isOff('blocksxor')) {
    report('blocksxor', 'obfuscated block files cannot be converted back; set blocksxor=0 when you create a node');
  }
  const comments = all('uacomment')
    .map(({ value }) => value)
    .join('; ');
  if (comments.length > 200) report('uacomment', 'all comments together must be at most 200 characters');
  return conflicts;
}

/** What bitcoind lacks to connect over a network; null if nothing. */
function missingFor(
  network: string,
  { isOn, isOff }: { isOn: (key: string) => boolean; isOff: (key: string) => boolean },
): string | null {
  if (network === 'i2p' && !isOn('i2psam')) return 'requires i2psam';
  if (network === 'cjdns' && !isOn('cjdnsreachable')) return 'requires cjdnsreachable=1';
  if (network !== 'onion') return null;
  if (isOff('onion')) return 'requires a proxy for onion services: remove onion=0';
  const hasProxy = isOn('proxy') || isOn('onion');
  return hasProxy || !isOff('listenonion') ? null : 'requires proxy, onion or listenonion';
}
