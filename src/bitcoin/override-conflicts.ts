import { optionCatalogue } from './clients/catalogue.ts';
import type { NodeConfig } from './node-config.ts';
import { nodeSettings } from './node-settings.ts';
import type { ReadOverride } from './read-overrides.ts';

export interface OverrideConflict {
  override: ReadOverride;
  message: string;
}

/** Multiple of its size that a descendant may take in the mempool («-maxmempool must be at least»). */
const descendantFactor = 40;

/** bitcoind’s default. */
const defaultRelayFee = 0.00001;

/** Combinations that bitcoind refuses (src/init.cpp, AppInitParameterInteraction; src/wallet/wallet.cpp). */
export function overrideConflicts(
  read: readonly ReadOverride[],
  config: NodeConfig,
  exists: boolean,
): OverrideConflict[] {
  const all = (key: string) => read.filter(({ base }) => base === key);
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
  for (const override of all('onlynet')) {
    const missing = missingFor(override.value, { isOn, isOff });
    if (missing !== null) conflicts.push({ override, message: `onlynet=${override.value} ${missing}` });
  }
  const knowsPrivate = optionCatalogue(config).find('privatebroadcast') !== undefined;
  if (knowsPrivate && isOn('privatebroadcast') && !['proxy', 'onion', 'i2psam'].some(isOn)) {
    report('privatebroadcast', 'privatebroadcast sends over Tor or I2P: set proxy, onion or i2psam too');
  }
  const mempool = Number(nodeSettings(config).find(({ key }) => key === 'maxmempool')?.value ?? 300);
  const descendants = Number(find('limitdescendantsize') ?? 0);
  if (descendants * descendantFactor > mempool * 1000) {
    const most = Math.floor((mempool * 1000) / descendantFactor);
    report('limitdescendantsize', `limitdescendantsize must be at most ${most} (kvB) with a mempool of ${mempool} MB`);
  }
  const relayFee = Math.max(Number(find('minrelaytxfee') ?? defaultRelayFee), Number(find('incrementalrelayfee') ?? 0));
  for (const key of ['maxtxfee', 'paytxfee']) {
    const fee = Number(find(key) ?? relayFee);
    if (fee < relayFee && !(key === 'paytxfee' && fee === 0)) {
      report(key, `${key} must be at least ${relayFee.toFixed(8)}, the minimum relay fee rate`);
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
