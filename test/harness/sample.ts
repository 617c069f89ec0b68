/** The total work of a regtest chain: each block has 2. */
export const workAt = (height: number): string => (2 * (height + 1)).toString(16).padStart(64, '0');

/** The data of a sample (`node.sample`) at this height, with everything that an agent measures. */
export const sample = (height: number, more: object = {}) => ({
  at: new Date().toISOString(),
  height,
  headers: height,
  bestBlockHash: '00',
  chainWork: workAt(height),
  bestBlockAt: new Date().toISOString(),
  verificationProgress: 1,
  initialBlockDownload: false,
  peersInbound: 1,
  peersOutbound: 2,
  mempoolTransactions: 0,
  mempoolVirtualBytes: 0,
  mempoolUsageBytes: 0,
  mempoolLimitBytes: 300_000_000,
  sizeOnDiskBytes: 1,
  indexes: [],
  uptimeSeconds: 1,
  subversion: '/x/',
  warnings: [],
  branches: [],
  chainTips: [{ status: 'active' as const, count: 1 }],
  bytesReceived: 0,
  bytesSent: 0,
  mempoolMinFee: 1,
  unbroadcastTransactions: 0,
  cpuPercent: null,
  memoryMiB: null,
  ...more,
});
