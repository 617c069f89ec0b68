import { defaultDataRoot } from '../../contract/names.ts';
import type {
  MoveReportInput,
  ObservedNodeInput,
  ReindexReportInput,
  TakenBackChangeInput,
  ZmqEndpointInput,
} from '../../contract/types.generated.ts';
import type { DesiredNode } from '../desired/desired-entry.ts';
import { isUnderWay } from '../node/move-tracker.ts';
import type { MoveRecord, NodeRecord, ReindexRecord } from '../runtime/node-record.ts';
import type { AgentSettings } from '../settings/settings.ts';

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
  host: string;
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
  const { status, ports, appliedRevision, applied, configHash, problems, reindex, wallets, move } = record;
  // Also one that was taken back when the daemon was on the copy already: its control plane must hear what becomes of it.
  const isMoveShown = move !== undefined && (move.id === asked?.move?.id || isUnderWay(move));
  const isReindexAsked = asked?.reindex && reindex?.id === asked.reindex.id;
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
    ...(isReindexAsked ? { reindex: reportReindex(reindex) } : {}),
    ...(isMoveShown ? { move: reportMove(move) } : {}),
    ...(dataRoot === null || dataRoot === defaultDataRoot ? {} : { dataRoot }),
    ...(wallets === undefined ? {} : { wallets }),
    takenBack,
  };
}

const moveStates = { copied: 'copying', switched: 'starting', answered: 'starting' } as const;

const reportMove = ({ id, state, reason, copiedBytes, totalBytes }: MoveRecord): MoveReportInput => ({
  id,
  state: state in moveStates ? moveStates[state as keyof typeof moveStates] : (state as MoveReportInput['state']),
  copiedBytes: copiedBytes ?? null,
  totalBytes: totalBytes ?? null,
  reason,
});

const reportReindex = ({ id, stage, begunAt, reason }: ReindexRecord): ReindexReportInput => ({
  id,
  state: stage === 'starting' || stage === 'again' ? 'asked' : stage,
  begunAt,
  reason,
});

type Addresses = Pick<AgentSettings, 'bindAddress' | 'advertiseHost'>;

/** Returns where users reach what a node publishes over ZeroMQ; none where its workload publishes nothing. */
export function zmqEndpoints({ applied }: Pick<NodeRecord, 'applied'>, addresses: Addresses): ZmqEndpointInput[] {
  if (!applied?.zmq) return [];
  const host = hostOf(applied.zmq.address, addresses);
  const authority = host.includes(':') ? `[${host}]` : host;
  return Object.entries(applied.zmq.ports).map(([topic, port]) => ({ topic, url: `tcp://${authority}:${port}` }));
}

/** The operator says with `advertise_host` where RPC is reached; ZeroMQ may be bound to another address. */
function hostOf(address: string, { bindAddress, advertiseHost }: Addresses): string {
  return address === bindAddress || ['0.0.0.0', '::'].includes(address) ? advertiseHost : address;
}
