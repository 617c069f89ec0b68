import { styleText } from 'node:util';
import { age, gibibytes } from '../cli/output.ts';
import type { ExecutorRowFragment, ListEventsQuery, NodeRowFragment } from '../contract/operations.generated.ts';
import { counted } from '../text/counted.ts';

export interface DemoState {
  executor: ExecutorRowFragment | undefined;
  nodes: readonly NodeRowFragment[];
  events: NonNullable<ListEventsQuery['events']>['nodes'];
}

/** Returns the live view as lines, truncated to `width` characters, except for the console's link. */
export function viewLines({ executor, nodes, events }: DemoState, consoleLink: string, width: number): string[] {
  const title = (text: string) => styleText('bold', text);
  const lines = [
    title('Host'),
    ...(executor === undefined ? ['  has not reported yet'] : executorLines(executor)),
    '',
    title('Node'),
    ...(nodes.length === 0 ? ['  not deployed yet'] : nodes.flatMap(nodeLines)),
    '',
    title('Latest events'),
    ...events.map(
      ({ at, level, nodeName, message }) =>
        `  ${at.slice(11, 19)} ${level === 'info' ? ' ' : '!'} ${nodeName ?? '-'}: ${message}`,
    ),
  ].map((line) => (line.length > width ? `${line.slice(0, width - 1)}…` : line));
  return [`${title('Satrap')}   Ctrl-C ends the demo`, consoleLink, '', ...lines];
}

function executorLines({ name, status, version, resources, capabilities }: ExecutorRowFragment): string[] {
  const { cpuCores, memoryMiB, diskGiB } = resources;
  const clients = capabilities.clients.map((client) => client.version).join(', ');
  return [
    `  ${name}, agent ${version}, ${status}; offers bitcoind ${clients} on ${capabilities.networks.join(', ')}`,
    `  free: ${cpuCores.free.toFixed(1)} of ${counted(cpuCores.total, 'core')}, ${gibibytes(memoryMiB.free)} of ${gibibytes(memoryMiB.total)} GiB memory, ` +
      `${diskGiB.free.toFixed(1)} of ${diskGiB.total.toFixed(1)} GiB disk`,
  ];
}

function nodeLines({ name, network, clientVersion, status, metrics }: NodeRowFragment): string[] {
  const since = status.since ? `, for ${age(status.since)}` : '';
  const endpoint = status.endpoint
    ? `RPC ${status.endpoint.host}:${status.endpoint.rpcPort}, P2P port ${status.endpoint.p2pPort}`
    : 'no endpoint yet';
  return [
    `  ${name}: bitcoind ${clientVersion} on ${network}, ${styleText(status.phase === 'failing' ? 'red' : 'green', status.phase)}${since}${status.reason ? ` (${status.reason})` : ''}`,
    metrics
      ? `  height ${metrics.height} of ${metrics.headers}, ${(metrics.verificationProgress * 100).toFixed(2)} % verified, peers ${metrics.peersInbound} in ${metrics.peersOutbound} out`
      : '  no sample yet',
    `  ${endpoint}`,
  ];
}
