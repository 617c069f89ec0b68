import type { ConfigOverride, Network } from '../../../bitcoin/node-config.ts';

/** Overrides that name peers. */
const naming: readonly string[] = ['connect', 'addnode', 'seednode'];

/** A key without the prefix of its network. */
const optionOf = (key: string): string => key.split('.').at(-1) ?? key;

/**
 * Whether a node should have peers: `some`; `none`, on a chain that nobody shares unless peers are named; `kept-away`, where its overrides
 * let it look for none although its chain has them. Pure.
 */
export function peersExpected(network: Network, overrides: readonly ConfigOverride[]): 'some' | 'none' | 'kept-away' {
  const named = overrides.filter(({ key }) => naming.includes(optionOf(key)));
  if (named.some(({ value }) => value !== '0')) return 'some';
  if (network === 'regtest') return 'none';
  const looksForNone = overrides.some(({ key, value }) => {
    const option = optionOf(key);
    return (option === 'connect' && value === '0') || (option === 'noconnect' && value !== '0');
  });
  return looksForNone ? 'kept-away' : 'some';
}
