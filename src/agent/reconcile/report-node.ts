import type {
  ObservedNodeInput,
  ReindexReportInput,
  TakenBackChangeInput,
  ZmqEndpointInput,
} from '../../contract/types.generated.ts';
import { fitText } from '../../text/fit-text.ts';
import type { DesiredNode } from '../desired/desired-entry.ts';
import type { NodeRecord, ReindexRecord } from '../runtime/node-record.ts';

export interface ReportedNode {
  nodeId: string;
  /** Undefined once nobody asks for it any more. */
  asked: DesiredNode | undefined;
  record: Readonly<NodeRecord>;
  workloadId: string | undefined;
  takenBack: TakenBackChangeInput | null;
  /** Where the node is reached. */
  host: string;
  /** And what it publishes over ZeroMQ. */
  zmq: ZmqEndpointInput[];
}

/** Returns what a heartbeat reports of a node. Pure. */
export function reportNode({
  nodeId,
  asked,
  record,
  workloadId,
  takenBack,
  host,
  zmq,
}: ReportedNode): ObservedNodeInput {
  const { status, ports, appliedRevision, applied, problems, reindex, wallets } = record;
  const isReindexAsked = asked?.reindex && reindex?.id === asked.reindex.id;
  return {
    id: nodeId,
    phase: status.phase,
    since: status.since,
    reason: status.reason === null ? null : fitText(status.reason),
    endpoint:
      ports === null ? null : { host, rpcPort: ports.rpc, p2pPort: ports.p2p, ...(zmq.length === 0 ? {} : { zmq }) },
    containerId: workloadId ?? null,
    imageDigest: applied?.image ?? null,
    appliedRevision,
    problems: problems ?? [],
    // Only where somebody asks: a control plane of a former version does not know the field.
    ...(isReindexAsked ? { reindex: reportReindex(reindex) } : {}),
    ...(wallets === undefined ? {} : { wallets }),
    takenBack,
  };
}

const reportReindex = ({ id, stage, begunAt, reason }: ReindexRecord): ReindexReportInput => ({
  id,
  state: stage === 'starting' || stage === 'again' ? 'asked' : stage,
  begunAt,
  reason,
});
