import { defaultDataRoot } from '../../contract/names.ts';
import type { ObservedNodeInput, TakenBackChangeInput, ZmqEndpointInput } from '../../contract/types.generated.ts';
import type { DesiredNode } from '../desired/desired-entry.ts';
import { reportOperations } from '../node/operations/operations.ts';
import type { NodeRecord } from '../runtime/node-record.ts';

export interface ReportedNode {
  nodeId: string;
  /** Undefined once nobody asks for it any more. */
  asked: DesiredNode | undefined;
  record: Readonly<NodeRecord>;
  /** Null where there is none, undefined before anybody looked. */
  workloadId: string | null | undefined;
  takenBack: TakenBackChangeInput | null;
  /** The data root that its data is used from; null before that is known. */
  dataRoot: string | null;
  /** Where the node is reached. */
  host: string;
  /** And what it publishes over ZeroMQ. */
  zmq: ZmqEndpointInput[];
}

export function reportNode({
  nodeId,
  asked,
  record,
  workloadId,
  takenBack,
  dataRoot,
  host,
  zmq,
}: ReportedNode): ObservedNodeInput {
  const { status, ports, appliedRevision, applied, configHash, problems, wallets } = record;
  const operations = reportOperations(asked, record);
  return {
    id: nodeId,
    phase: status.phase,
    since: status.since,
    reason: status.reason,
    endpoint:
      ports === null ? null : { host, rpcPort: ports.rpc, p2pPort: ports.p2p, ...(zmq.length === 0 ? {} : { zmq }) },
    // Left out, what was said before stays, of the data root too: the first heartbeat after a start waits for no engine.
    ...(workloadId === undefined ? {} : { containerId: workloadId }),
    imageDigest: applied?.image ?? null,
    appliedRevision,
    ...(configHash === undefined ? {} : { configHash }),
    problems,
    ...(operations.length === 0 ? {} : { operations }),
    ...(dataRoot === null || dataRoot === defaultDataRoot ? {} : { dataRoot }),
    ...(wallets === undefined ? {} : { wallets }),
    takenBack,
  };
}
