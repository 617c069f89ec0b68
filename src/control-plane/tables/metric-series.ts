/** One measurement that history keeps. */
export interface Series {
  /** Its columns begin with it. */
  column: string;
  /** Where the value lies in what was reported. */
  path: readonly string[];
}

const series = (column: string, ...path: string[]): Series => ({ column, path });

const snake = (name: string): string =>
  name.replace('MiB', 'Mib').replace(/[A-Z]/g, (letters) => `_${letters.toLowerCase()}`);

const sampleFields = [
  'height',
  'headers',
  'verificationProgress',
  'peersInbound',
  'peersOutbound',
  'mempoolTransactions',
  'mempoolBytes',
  'sizeOnDiskBytes',
  'cpuPercent',
  'memoryMiB',
] as const;

export type NodeSeries = (typeof sampleFields)[number];

/** What is kept of each sample of a node, by field of NodeMetrics. */
export const nodeSeries = Object.fromEntries(
  sampleFields.map((field) => [field, series(snake(field), field)]),
) as Record<NodeSeries, Series>;

export const resourceFields = ['cpuCores', 'memoryMiB', 'diskMiB'] as const;
export const amountFields = ['total', 'usedByNodes', 'free'] as const;
type ExecutorSeries = `${(typeof resourceFields)[number]}.${(typeof amountFields)[number]}`;

/** What is kept of an executor's resources, by place in ExecutorResources. */
export const executorSeries = Object.fromEntries(
  resourceFields.flatMap((resource) =>
    amountFields.map((amount) => [
      `${resource}.${amount}`,
      series(`${snake(resource)}_${snake(amount)}`, resource, amount),
    ]),
  ),
) as Record<ExecutorSeries, Series>;
