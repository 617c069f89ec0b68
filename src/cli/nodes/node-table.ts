import { withState } from '../../contract/lifecycle-words.ts';
import type { NodeRowFragment } from '../../contract/operations.generated.ts';
import { printable } from '../../text/printable.ts';
import { age, tableLines } from '../output.ts';

export const nodeTable = (nodes: readonly NodeRowFragment[], now = Date.now()): string[] =>
  tableLines(
    ['name', 'network', 'version', 'type', 'executor', 'phase', 'since', 'height', 'peers', 'rpc', 'reason'],
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

/** Returns where a node is reached as a table with an empty line after it; no line before its ports are chosen. */
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

/** Returns the problems of a node as a table with an empty line after it; no line where there are none. */
export const problemLines = (problems: NodeRowFragment['problems'], now = Date.now()): string[] =>
  problems.length === 0
    ? []
    : [
        ...tableLines(
          ['problem', 'since', 'what is the matter', 'what to do'],
          problems.map(({ code, since, reason, advice }) => [code, age(since, now), reason, advice]),
        ),
        '',
      ];

/** Returns what was asked for and what runs in its place, with an empty line after it; no line where the node runs as asked. */
export const takenBackLines = (takenBack: NodeRowFragment['takenBack']): string[] =>
  takenBack === null
    ? []
    : [
        `revision ${takenBack.revision} was taken back at ${takenBack.at}, and revision ${takenBack.runsRevision} runs: ${printable(takenBack.reason)}`,
        ...tableLines(
          ['setting', 'asked', 'runs'],
          takenBack.changes.map(({ field, asked, runs }) => [field, asked ?? '-', runs ?? '-']),
        ),
        '',
      ];
