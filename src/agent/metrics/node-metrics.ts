import { indexProgress } from '../../contract/index-progress.ts';
import type { NodeSample } from '../monitor/sample.ts';
import type { Metrics, NodeFigures, ReadMetric } from './read-figures.ts';

const mebibyte = 1024 * 1024;
const nodeLabels = ['node', 'network'] as const;

const labelsOf = ({ name, network }: NodeFigures) => ({ node: name, network });

const ofNode = (help: string, value: (node: NodeFigures) => number | undefined): ReadMetric => ({
  help,
  labels: nodeLabels,
  read: ({ nodes }) => nodes.map((node) => ({ labels: labelsOf(node), value: value(node) })),
});

type Figure = { [K in keyof NodeSample]-?: NonNullable<NodeSample[K]> extends number ? K : never }[keyof NodeSample];
type FigureOf = Figure | ((sample: NodeSample) => number | null);

/** A metric of the last sample of each node, however old. */
const lastSampled = (help: string, value: FigureOf): ReadMetric =>
  ofNode(help, ({ sample }) => {
    const figure = typeof value === 'string' ? sample?.[value] : sample && value(sample);
    return figure ?? undefined;
  });

/** The same, only while the daemon answers: a stopped node is not missing peers. */
const sampled = (help: string, value: FigureOf): ReadMetric => {
  const metric = lastSampled(help, value);
  return { ...metric, read: ({ nodes, ...rest }) => metric.read({ ...rest, nodes: nodes.filter(isAnswering) }) };
};

const isAnswering = ({ answers }: NodeFigures): boolean => answers;

/** The same, with several values by a label. */
const sampledBy = (
  help: string,
  label: string,
  values: (sample: NodeSample) => readonly (readonly [of: string, value: number | null | undefined])[],
): ReadMetric => ({
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

export const nodeMetrics: Metrics = {
  satrap_node_info: {
    help: 'Properties of a node; always 1.',
    labels: [...nodeLabels, 'id', 'version', 'type'],
    read: ({ nodes }) =>
      nodes.map((node) => ({
        labels: { ...labelsOf(node), id: node.id, version: node.clientVersion, type: node.nodeType },
        value: 1,
      })),
  },
  satrap_node_phase: {
    help: 'Phase of a node; 1 for the current phase, others are absent.',
    labels: [...nodeLabels, 'phase'],
    read: ({ nodes }) => nodes.map((node) => ({ labels: { ...labelsOf(node), phase: node.phase }, value: 1 })),
  },
  satrap_node_desired_running: ofNode('Whether a node should run: 1 or 0.', ({ desiredState }) =>
    Number(desiredState === 'running'),
  ),
  satrap_node_problem: {
    help: 'Problems of a node that runs or should run; 1 for each.',
    labels: [...nodeLabels, 'code'],
    read: ({ nodes }) =>
      nodes.flatMap((node) =>
        [...new Set(node.problems)].map((code) => ({ labels: { ...labelsOf(node), code }, value: 1 })),
      ),
  },
  satrap_node_change_reverted: ofNode(
    'Whether the last change of a node failed and was reverted: 1 or 0.',
    ({ isReverted }) => Number(isReverted),
  ),
  satrap_node_sample_timestamp_seconds: lastSampled('Time of the last sample.', ({ at }) => Date.parse(at) / 1000),
  satrap_node_height: sampled('Height of the tip.', 'height'),
  satrap_node_headers: sampled('Height of the best header.', 'headers'),
  satrap_node_verification_progress: sampled('Verified part of the chain, 0 to 1.', 'verificationProgress'),
  satrap_node_peers: sampledBy('Peer connections.', 'direction', ({ peersInbound, peersOutbound }) => [
    ['inbound', peersInbound],
    ['outbound', peersOutbound],
  ]),
  satrap_node_mempool_transactions: sampled('Transactions in the mempool.', 'mempoolTransactions'),
  satrap_node_mempool_virtual_bytes: sampled(
    'Sum of the virtual sizes of the transactions in the mempool, in virtual bytes.',
    'mempoolVirtualBytes',
  ),
  satrap_node_mempool_usage_bytes: sampled('Memory of the mempool.', 'mempoolUsageBytes'),
  satrap_node_mempool_limit_bytes: sampled('Limit of the memory of the mempool: maxmempool.', 'mempoolLimitBytes'),
  satrap_node_mempool_min_fee_satoshis_per_vbyte: sampled('Lowest fee rate that the mempool accepts.', 'mempoolMinFee'),
  satrap_node_unbroadcast_transactions: sampled(
    'Transactions of the mempool that no peer has requested yet.',
    'unbroadcastTransactions',
  ),
  satrap_node_network_bytes: sampledBy(
    'Bytes that the daemon has exchanged with peers since it started.',
    'direction',
    ({ bytesReceived, bytesSent }) => [
      ['received', bytesReceived],
      ['sent', bytesSent],
    ],
  ),
  satrap_node_written_bytes: sampled('Bytes written to disk since the container started.', 'writtenBytes'),
  satrap_node_chain_tips: sampledBy('Branches that the daemon knows, by status.', 'status', ({ chainTips }) =>
    (chainTips ?? []).map(({ status, count }) => [status, count]),
  ),
  satrap_node_warnings: sampled('Warnings of the daemon.', ({ warnings }) => warnings.length),
  satrap_node_index_progress: sampledBy(
    'How much of the chain an index holds, 0 to 1.',
    'index',
    ({ indexes, height }) => indexes.map(({ name, bestBlockHeight }) => [name, indexProgress(bestBlockHeight, height)]),
  ),
  satrap_node_blocks_bytes: lastSampled('Size of the block files, also while the node is down.', 'sizeOnDiskBytes'),
  satrap_node_blocks_growth_bytes_per_day: ofNode(
    'Growth of the block files.',
    ({ growthBytesPerDay }) => growthBytesPerDay ?? undefined,
  ),
  satrap_node_memory_bytes: sampled('Memory usage of a node.', ({ memoryMiB }) =>
    memoryMiB === null ? null : memoryMiB * mebibyte,
  ),
  satrap_node_cpu_cores: sampled('CPU usage of a node in cores.', ({ cpuPercent }) =>
    cpuPercent === null ? null : cpuPercent / 100,
  ),
  satrap_node_uptime_seconds: sampled('Uptime of the daemon.', 'uptimeSeconds'),
};
