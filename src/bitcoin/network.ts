/** In the order in which people want them. */
export const networks = ['mainnet', 'signet', 'regtest'] as const;
export type Network = (typeof networks)[number];

export interface NetworkFacts {
  /** Value of bitcoind's `-chain`. */
  chainArgument: string;
  /** Name of the network's section in bitcoin.conf, and its prefix of keys. */
  section: string;
  rpcPort: number;
  p2pPort: number;
  /** Where its data lies inside the data directory, with the closing slash. */
  folder: string;
}

/** Source: Bitcoin Core, src/chainparamsbase.cpp (RPC ports) and src/kernel/chainparams.cpp (P2P ports). */
const facts: Readonly<Record<Network, NetworkFacts>> = {
  mainnet: { chainArgument: 'main', section: 'main', rpcPort: 8332, p2pPort: 8333, folder: '' },
  signet: { chainArgument: 'signet', section: 'signet', rpcPort: 38332, p2pPort: 38333, folder: 'signet/' },
  regtest: { chainArgument: 'regtest', section: 'regtest', rpcPort: 18443, p2pPort: 18444, folder: 'regtest/' },
};

export const networkFacts = (network: Network): NetworkFacts => facts[network];

/** Every section that some version of bitcoind knows. */
export const sections: readonly string[] = ['main', 'test', 'testnet4', 'signet', 'regtest'];
