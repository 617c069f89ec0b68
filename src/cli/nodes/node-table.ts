import { withState } from '../../contract/lifecycle-words.ts';
import type { NodeRowFragment } from '../../contract/operations.generated.ts';
import { printable } from '../../text/printable.ts';
import { age, tableLines } from '../output.ts';

export const nodeTable = (nodes: readonly NodeRowFragment[], now = Date.now()): string[] =>
  tableLines(
    ['name', 'network', 'version', 'type', 'host', 'phase', 'since', 'height', 'peers', 'rpc', 'reason'],
    nodes.map(({ name, network, clientVersion, clientLifecycle, nodeType, executor, status, problems, metrics }) => [
      name,
      network,
      withState(clientVersion, clientLifecycle.state),
      nodeType,
      executor.name,
      status.phase,
      status.since ? age(status.since, now) : '-',
      metrics ? String(metrics.height) : '-',
      metrics ? `${metrics.peersInbound}+${metrics.peersOutbound}` : '-',
      status.endpoint ? `${status.endpoint.host}:${status.endpoint.rpcPort}` : '-',
      status.reason ?? problems.map(({ reason }) => reason).join('; '),
    ]),
  );

/** Formats a node's endpoints as a table and an empty line; nothing before its ports are chosen. */
export function endpointLines(endpoint: NodeRowFragment['status']['endpoint']): string[] {
  if (endpoint === null) return [];
  const { host, rpcPort, p2pPort, zmq } = endpoint;
  return [
    ...tableLines(
      ['endpoint', 'address'],
      [
        ['rpc', `${host}:${rpcPort}`],
        ['p2p', `${host}:${p2pPort}`],
        ...zmq.map(({ topic, url }) => [`zmq ${topic}`, url]),
      ],
    ),
    '',
  ];
}

/** Formats a node's problems as a table and an empty line; nothing without problems. */
export const problemLines = (problems: NodeRowFragment['problems'], now = Date.now()): string[] =>
  problems.length === 0
    ? []
    : [
        ...tableLines(
          ['problem', 'since', 'reason', 'advice'],
          problems.map(({ code, since, reason, advice }) => [code, age(since, now), reason, advice]),
        ),
        '',
      ];

/** Formats a reverted change and an empty line; nothing without one. */
export const revertedLines = (reverted: NodeRowFragment['takenBack']): string[] =>
  reverted === null
    ? []
    : [
        `revision ${reverted.revision} was reverted to revision ${reverted.runsRevision} at ${reverted.at}: ${printable(reverted.reason)}`,
        ...tableLines(
          ['setting', 'requested', 'running'],
          reverted.changes.map(({ field, asked, runs }) => [field, asked ?? '-', runs ?? '-']),
        ),
        '',
      ];
