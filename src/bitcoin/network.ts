/** Facts about a network. Each network is described only here. */
export interface NetworkFacts {
  /** Value of bitcoind's `-chain`, name of the section in bitcoin.conf, and prefix of its keys. */
  chain: string;
  rpcPort: number;
  p2pPort: number;
  /** The folder of its data inside the data directory, with the trailing slash. */
  folder: string;
  /** Whether other people's nodes follow the chain. A private chain has only requested blocks, and no peers. */
  hasPeers: boolean;
  /** Whether hosts offer the network by default. */
  offeredByDefault: boolean;
  /** Mean seconds between two blocks (`nPowTargetSpacing` of chainparams.cpp); null without a block interval. */
  blockSeconds: number | null;
  /** What it is for, in a sentence. */
  purpose: string;
  /** Duration of a first sync, for people; null for a chain that starts with the node. */
  syncTime: string | null;
  /** Default resources of a full node. A pruned one differs by its disk. */
  resources: Readonly<{ cpuCores: number; memoryMiB: number; diskGiB: number; prunedDiskGiB: number }>;
  /** Typical build hours of an index, from a fast dedicated disk to a slow shared one; reported for mainnet. */
  indexHours: Readonly<
    Record<'txindex' | 'blockfilterindex' | 'coinstatsindex' | 'txospenderindex', readonly [number, number]>
  >;
}

/** Ordered by popularity. Ports: src/chainparamsbase.cpp and src/kernel/chainparams.cpp of Bitcoin Core. */
const facts = {
  mainnet: {
    chain: 'main',
    rpcPort: 8332,
    p2pPort: 8333,
    folder: '',
    hasPeers: true,
    offeredByDefault: true,
    blockSeconds: 600,
    purpose: 'The Bitcoin network, with real money.',
    syncTime: 'many hours to days',
    resources: { cpuCores: 2, memoryMiB: 4096, diskGiB: 1200, prunedDiskGiB: 20 },
    indexHours: { txindex: [3, 24], blockfilterindex: [4, 24], coinstatsindex: [8, 48], txospenderindex: [3, 24] },
  },
  signet: {
    chain: 'signet',
    rpcPort: 38332,
    p2pPort: 38333,
    folder: 'signet/',
    purpose: 'Public test network. A good start.',
    hasPeers: true,
    offeredByDefault: true,
    blockSeconds: 600,
    syncTime: 'hours',
    resources: { cpuCores: 1, memoryMiB: 4096, diskGiB: 100, prunedDiskGiB: 10 },
    indexHours: { txindex: [0.2, 2], blockfilterindex: [0.2, 2], coinstatsindex: [0.5, 3], txospenderindex: [0.2, 2] },
  },
  // By the assumed sizes of 29 to 31: more blocks than signet, 20 GB more a year, and half of the chain state.
  testnet4: {
    chain: 'testnet4',
    rpcPort: 48332,
    p2pPort: 48333,
    folder: 'testnet4/',
    purpose: 'Test coins that anybody can mine.',
    hasPeers: true,
    offeredByDefault: false,
    blockSeconds: 600,
    syncTime: 'hours',
    resources: { cpuCores: 1, memoryMiB: 2048, diskGiB: 100, prunedDiskGiB: 8 },
    indexHours: { txindex: [0.3, 3], blockfilterindex: [0.3, 3], coinstatsindex: [0.6, 4], txospenderindex: [0.3, 3] },
  },
  regtest: {
    chain: 'regtest',
    rpcPort: 18443,
    p2pPort: 18444,
    folder: 'regtest/',
    purpose: 'A private chain for development.',
    hasPeers: false,
    offeredByDefault: false,
    blockSeconds: null,
    syncTime: null,
    resources: { cpuCores: 1, memoryMiB: 1024, diskGiB: 1, prunedDiskGiB: 1 },
    indexHours: { txindex: [0, 0], blockfilterindex: [0, 0], coinstatsindex: [0, 0], txospenderindex: [0, 0] },
  },
} as const satisfies Record<string, NetworkFacts>;

export type Network = keyof typeof facts;
export const networks = Object.keys(facts) as Network[];

export const networkFacts = (network: Network): NetworkFacts => facts[network];
export const hasPeers = (network: Network): boolean => facts[network].hasPeers;

/** Every section that some version of bitcoind knows. */
export const sections: readonly string[] = ['test', ...Object.values(facts).map(({ chain }) => chain)];

/** Probability of the gap between two blocks that a network has once in ten years, with a block every ten minutes. */
export const gapOfTenYears = 1.9e-6;

/** Returns the age of a tip that a healthy chain exceeds with only this probability; undefined without a block interval. */
export function unlikelyGapSeconds(network: Network, probability: number): number | undefined {
  // Blocks arrive as a Poisson process, so gaps are exponentially distributed.
  const target = networkFacts(network).blockSeconds;
  return target === null ? undefined : target * Math.log(1 / probability);
}
