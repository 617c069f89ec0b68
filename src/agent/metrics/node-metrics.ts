import { indexProgress } from '../../contract/index-progress.ts';
import type { NodeSample } from '../monitor/sample.ts';
import type { NodeFigures, ReadMetric } from './read-figures.ts';

const mebibyte = 1024 * 1024;
const nodeLabels = ['node', 'network'] as const;

const labelsOf = ({ name, network }: NodeFigures) => ({ node: name, network });

const ofNode = (name: string, help: string, value: (node: NodeFigures) => number | undefined): ReadMetric => ({
  name,
  help,
  labels: nodeLabels,
  read: ({ nodes }) => nodes.map((node) => ({ labels: labelsOf(node), value: value(node) })),
});

type Figure = { [K in keyof NodeSample]-?: NonNullable<NodeSample[K]> extends number ? K : never }[keyof NodeSample];
type OfSample = [name: string, help: string, value: Figure | ((sample: NodeSample) => number | null)];

/** A metric of the last sample of each node, however old. */
const lastSampled = (...[name, help, value]: OfSample): ReadMetric =>
  ofNode(name, help, ({ sample }) => {
    const figure = typeof value === 'string' ? sample?.[value] : sample && value(sample);
    return figure ?? undefined;
  });

/** The same, only while the daemon answers: a stopped node is not missing peers. */
const sampled = (...of: OfSample): ReadMetric => {
  const metric = lastSampled(...of);
  return { ...metric, read: ({ nodes, ...rest }) => metric.read({ ...rest, nodes: nodes.filter(isAnswering) }) };
};

const isAnswering = ({ answers }: NodeFigures): boolean => answers;

/** The same, with several values by a label. */
const sampledBy = (
  name: string,
  help: string,
  label: string,
  values: (sample: NodeSample) => readonly (readonly [of: string, value: number | null | undefined])[],
): ReadMetric => ({
  name,
  help,
  labels: [...nodeLabels, label],
  read: ({ nodes }) =>
    nodes.filter(isAnswering).flatMap((node) =>
      (node.sample === undefined ? [] : values(node.sample)).map(([of, value]) => ({
        labels: { ...labelsOf(node), [label]: of },
        value: value ?? undefined,
      })),
    ),
});

export const nodeMetrics: readonly ReadMetric[] = [
  {
    name: 'satrap_node_info',
    help: 'Properties of a node; always 1.',
    labels: [...nodeLabels, 'id', 'version', 'type'],
    read: ({ nodes }) =>
      nodes.map((node) => ({
        labels: { ...labelsOf(node), id: node.id, version: node.clientVersion, type: node.nodeType },
        value: 1,
      })),
  },
  {
    name: 'satrap_node_phase',
    help: 'Phase of a node; 1 for the current phase, others are absent.',
    labels: [...nodeLabels, 'phase'],
    read: ({ nodes }) => nodes.map((node) => ({ labels: { ...labelsOf(node), phase: node.phase }, value: 1 })),
  },
  ofNode('satrap_node_desired_running', 'Whether a node should run: 1 or 0.', ({ desiredState }) =>
    Number(desiredState === 'running'),
  ),
  {
    name: 'satrap_node_problem',
    help: 'Problems of a node that runs or should run; 1 for each.',
    labels: [...nodeLabels, 'code'],
    read: ({ nodes }) =>
      nodes.flatMap((node) =>
        [...new Set(node.problems)].map((code) => ({ labels: { ...labelsOf(node), code }, value: 1 })),
      ),
  },
  ofNode(
    'satrap_node_change_reverted',
    'Whether the last change of a node failed and was reverted: 1 or 0.',
    ({ isReverted }) => Number(isReverted),
  ),
  lastSampled('satrap_node_sample_timestamp_seconds', 'Time of the last sample.', ({ at }) => Date.parse(at) / 1000),
  sampled('satrap_node_height', 'Height of the tip.', 'height'),
  sampled('satrap_node_headers', 'Height of the best header.', 'headers'),
  sampled('satrap_node_verification_progress', 'Verified part of the chain, 0 to 1.', 'verificationProgress'),
  sampledBy('satrap_node_peers', 'Peer connections.', 'direction', ({ peersInbound, peersOutbound }) => [
    ['inbound', peersInbound],
    ['outbound', peersOutbound],
  ]),
  sampled('satrap_node_mempool_transactions', 'Transactions in the mempool.', 'mempoolTransactions'),
  sampled('satrap_node_mempool_bytes', 'Size of the mempool.', 'mempoolBytes'),
  sampled(
    'satrap_node_mempool_min_fee_satoshis_per_vbyte',
    'Lowest fee rate that the mempool accepts.',
    'mempoolMinFee',
  ),
  sampled(
    'satrap_node_unbroadcast_transactions',
    'Transactions of the mempool that no peer has requested yet.',
    'unbroadcastTransactions',
  ),
  sampledBy(
    'satrap_node_network_bytes',
    'Bytes that the daemon has exchanged with peers since it started.',
    'direction',
    ({ bytesReceived, bytesSent }) => [
      ['received', bytesReceived],
      ['sent', bytesSent],
    ],
  ),
  sampled('satrap_node_written_bytes', 'Bytes written to disk since the container started.', 'writtenBytes'),
  sampledBy('satrap_node_chain_tips', 'Branches that the daemon knows, by status.', 'status', ({ chainTips }) =>
    (chainTips ?? []).map(({ status, count }) => [status, count]),
  ),
  sampled('satrap_node_warnings', 'Warnings of the daemon.', ({ warnings }) => warnings.length),
  sampledBy(
    'satrap_node_index_progress',
    'How much of the chain an index holds, 0 to 1.',
    'index',
    ({ indexes, height }) => indexes.map(({ name, bestBlockHeight }) => [name, indexProgress(bestBlockHeight, height)]),
  ),
  lastSampled('satrap_node_blocks_bytes', 'Size of the block files, also while the node is down.', 'sizeOnDiskBytes'),
  ofNode(
    'satrap_node_blocks_growth_bytes_per_day',
    'Growth of the block files.',
    ({ growthBytesPerDay }) => growthBytesPerDay ?? undefined,
  ),
  sampled('satrap_node_memory_bytes', 'Memory usage of a node.', ({ memoryMiB }) =>
    memoryMiB === null ? null : memoryMiB * mebibyte,
  ),
  sampled('satrap_node_cpu_cores', 'CPU usage of a node in cores.', ({ cpuPercent }) =>
    cpuPercent === null ? null : cpuPercent / 100,
  ),
  sampled('satrap_node_uptime_seconds', 'Uptime of the daemon.', 'uptimeSeconds'),
];
