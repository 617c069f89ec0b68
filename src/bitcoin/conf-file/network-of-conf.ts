import { type Network, networkFacts, networks } from '../network.ts';
import type { ConfSetting, ParsedLine } from './parse-conf.ts';

/** What a file says about the network (GetChainArg in src/common/args.cpp). */
export interface NetworkOfConf {
  /** Null for a network that the platform does not have, and for contradictory lines. */
  network: Network | null;
  /** Why the network is unknown; null if it is known. */
  fault: string | null;
}

/** Each option of a network, and the network's name in `chain`. */
const switches: Readonly<Record<string, string>> = {
  testnet: 'test',
  testnet4: 'testnet4',
  signet: 'signet',
  regtest: 'regtest',
};

/** Whether a key selects the network. */
export const selectsNetwork = (base: string): boolean => base === 'chain' || Object.hasOwn(switches, base);

/** Whether bitcoind reads a setting as on (InterpretBool): an empty value is on, and a word is off. */
export function isOn({ value, negated }: Pick<ConfSetting, 'value' | 'negated'>): boolean {
  const isTrue = value === '' || (Number.parseInt(value, 10) || 0) !== 0;
  return isTrue !== negated;
}

/** Returns the network that a file selects outside of its sections. Without such a line it is mainnet. */
export function networkOfConf(lines: readonly ParsedLine[]): NetworkOfConf {
  const selected = new Map<string, string>();
  for (const { setting } of lines) {
    if (setting === null || setting.section !== '' || !selectsNetwork(setting.base)) continue;
    const { base } = setting;
    // Unlike for other options, the last value counts.
    const chain = base === 'chain' ? (setting.negated ? undefined : setting.value) : isOn(setting) && switches[base];
    if (chain) selected.set(base, chain);
    else selected.delete(base);
  }
  const chains = [...selected.values()];
  if (chains.length > 1) {
    const fault = `the file selects several networks (${[...selected.keys()].join(', ')}), with which bitcoind does not start`;
    return { network: null, fault };
  }
  const [chain = 'main'] = chains;
  const network = networks.find((each) => networkFacts(each).chain === chain) ?? null;
  const fault = network === null ? `the platform has no network ${JSON.stringify(chain.slice(0, 40))}` : null;
  return { network, fault };
}
