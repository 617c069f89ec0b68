import { defaultDataRoot } from '../../contract/names.ts';
import type { ObservedNodeInput, RevertedChangeInput } from '../../contract/types.generated.ts';
import { authorityOf } from '../../text/authority.ts';
import { fitText } from '../../text/fit-text.ts';
import type { DesiredNode } from '../desired/desired-entry.ts';
import { reportOperations } from '../node/operations/operations.ts';
import type { NodeRecord } from '../runtime/node-record.ts';
import type { AgentSettings } from '../settings/settings.ts';

export interface ReportedNode {
  nodeId: string;
  /** Undefined once it is no longer requested. */
  asked: DesiredNode | undefined;
  record: Readonly<NodeRecord>;
  /** Null without a workload, undefined before the first observation. */
  workloadId: string | null | undefined;
  reverted: RevertedChangeInput | null;
  /** The data root in use; null while unknown. */
  dataRoot: string | null;
  /** What its daemon lowered `maxconnections` to; null or undefined if it did not, or is unknown. */
  loweredConnections?: number | null | undefined;
  addresses: Addresses;
}

export function reportNode({ nodeId, asked, record, workloadId, ...node }: ReportedNode): ObservedNodeInput {
  const { reverted, dataRoot, addresses, loweredConnections = null } = node;
  const { status, ports, appliedRevision, applied, configHash, problems, wallets, legacyWallets, loadedWallets } =
    record;
  const operations = reportOperations(asked, record);
  const zmq = zmqEndpoints(record, addresses);
  const host = addresses.advertiseHost;
  return {
    id: nodeId,
    phase: status.phase,
    since: status.since,
    reason: status.reason,
    endpoint:
      ports === null ? null : { host, rpcPort: ports.rpc, p2pPort: ports.p2p, ...(zmq.length === 0 ? {} : { zmq }) },
    // If omitted, the previous report stands, also for the data root: the first heartbeat after a start waits for no
    // engine.
    ...(workloadId === undefined ? {} : { containerId: workloadId }),
    imageDigest: applied?.image ?? null,
    appliedRevision,
    problems,
    reverted,
    ...(configHash === undefined ? {} : { configHash }),
    ...(hasGatewayUser(asked, record) ? { hasGatewayUser: true } : {}),
    ...(loweredConnections === null ? {} : { loweredConnections }),
    ...(operations.length === 0 ? {} : { operations }),
    ...(dataRoot === null || dataRoot === defaultDataRoot ? {} : { dataRoot }),
    ...(wallets === undefined ? {} : { wallets: fitWallets(wallets) }),
    ...(loadedWallets === undefined ? {} : { loadedWallets: fitWallets(loadedWallets) }),
    ...(legacyWallets === undefined ? {} : { legacyWallets: fitWallets(legacyWallets) }),
  };
}

/** Neither a record of an earlier agent nor a node from one has the pair. */
const hasGatewayUser = (
  asked: DesiredNode | undefined,
  { gatewayRpcAuth }: Pick<NodeRecord, 'gatewayRpcAuth'>,
): boolean => gatewayRpcAuth !== undefined && gatewayRpcAuth === asked?.gatewayRpcAuth;

/** As many names as the control plane takes, and as long. */
const fitWallets = (names: readonly string[]): string[] => names.slice(0, 100).map((name) => fitText(name, 256));

type Addresses = Pick<AgentSettings, 'bindAddress' | 'advertiseHost'>;

/** Returns the ZeroMQ endpoints of a node for its users; empty if its workload publishes none. */
export function zmqEndpoints({ applied }: Pick<NodeRecord, 'applied'>, { bindAddress, advertiseHost }: Addresses) {
  if (!applied?.zmq) return [];
  const { address } = applied.zmq;
  // `advertise_host` names the RPC address; ZeroMQ may be bound to another one.
  const host = [bindAddress, '0.0.0.0', '::'].includes(address) ? advertiseHost : address;
  return Object.entries(applied.zmq.ports).map(([topic, port]) => ({ topic, url: `tcp://${authorityOf(host, port)}` }));
}
