/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** The software that a node runs. */
export type Client =
  /** Bitcoin Core's daemon. */
  | 'bitcoind';

/** One client version that a host offers. */
export type ClientCapabilityInput = {
  /** The client. */
  client: Client;
  /** The image that provides it. */
  image: string;
  /** Its version. */
  version: string;
};

/** What a node is asked to be. */
export type DesiredState =
  /** Gone. */
  | 'deleted'
  /** Up. */
  | 'running'
  /** Down, its chain data kept. */
  | 'stopped';

/** How serious an event is. */
export type EventLevel =
  /** Something does not work. */
  | 'error'
  /** Ordinary. */
  | 'info'
  /** Worth a look. */
  | 'warning';

/** What a host offers. */
export type ExecutorCapabilitiesInput = {
  /** Clients and versions whose image is there or can be pulled. */
  clients: Array<ClientCapabilityInput>;
  /** Networks that the operator allows. */
  networks: Array<Network>;
  /** Node types that the operator allows. */
  nodeTypes: Array<NodeType>;
};

/** What runs an executor's nodes. */
export type ExecutorKind =
  /** A Docker engine. */
  | 'docker';

/** The resources of a host. */
export type ExecutorResourcesInput = {
  /** Processor cores. */
  cpuCores: ResourceAmountInput;
  /** Disk of the data root in MiB. */
  diskMiB: ResourceAmountInput;
  /** Memory in MiB. */
  memoryMiB: ResourceAmountInput;
};

/** The chain that a node follows. */
export type Network =
  /** Bitcoin. */
  | 'mainnet'
  /** A private chain for testing; offered only where the operator allows it. */
  | 'regtest'
  /** The signed test network. */
  | 'signet';

/** What becomes of the chain data of a deleted node. */
export type NodeDataPolicy =
  /** It stays on the executor's disk. */
  | 'keep'
  /** It is removed from the executor's disk. */
  | 'remove';

/** Where a node is reached. */
export type NodeEndpointInput = {
  /** Host name or address. */
  host: string;
  /** Port of the peer-to-peer protocol. */
  p2pPort: number;
  /** Port of the JSON-RPC server. */
  rpcPort: number;
};

/** The answer to a log request. */
export type NodeLogsInput = {
  /** Why there are none, for people. */
  error?: string | null | undefined;
  /** The lines, oldest first, each as the daemon wrote it. */
  lines: Array<string>;
  /** The log session. */
  sessionId: string;
};

/** Where a node is in its life. */
export type NodePhase =
  /** Gone. */
  | 'deleted'
  /** Container and data are being removed. */
  | 'deleting'
  /** Cannot run; the reason says why. It is tried again. */
  | 'failing'
  /** Accepted, and not yet begun. */
  | 'pending'
  /** The image is being fetched. */
  | 'pulling'
  /** The daemon answers and follows the chain's tip. */
  | 'running'
  /** The container is being made, or the daemon does not answer yet. */
  | 'starting'
  /** Down, as asked. */
  | 'stopped'
  /** The daemon writes out its state and ends. */
  | 'stopping'
  /** The daemon answers and catches up with the chain. */
  | 'syncing'
  /** The executor is offline; what it last reported may no longer be true. */
  | 'unknown';

/** How much of the block history a node keeps. */
export type NodeType =
  /** The complete block history, with a transaction index. */
  | 'full'
  /** Only recent blocks, without a transaction index. */
  | 'pruned';

/** What an agent observes of a node. */
export type ObservedNodeInput = {
  /** The node's revision that the agent has carried out. */
  appliedRevision?: number | null | undefined;
  /** The container that runs it. */
  containerId?: string | null | undefined;
  /** Where the node is reached. */
  endpoint?: NodeEndpointInput | null | undefined;
  /** The node's id. */
  id: string;
  /** Digest or id of the image that runs. */
  imageDigest?: string | null | undefined;
  /** Where the node is in its life. */
  phase: NodePhase;
  /** Why, for people. */
  reason?: string | null | undefined;
  /** Since when. */
  since: string;
};

/** A node that runs without being wanted by anyone. */
export type OrphanedNodeInput = {
  /** The container that runs it; null when only its data is left. */
  containerId?: string | null | undefined;
  /** The node's name, from its label. */
  name: string;
  /** The node's id, from its label. */
  nodeId: string;
};

/** An amount of one resource. */
export type ResourceAmountInput = {
  /** What nothing uses. */
  free: number;
  /** What the host has. */
  total: number;
  /** What its nodes use. */
  usedByNodes: number;
};

/** Something that happened on an executor. */
export type RuntimeEventInput = {
  /** When it happened, by the agent's clock. */
  at: string;
  /** The same for programs, up to 16 KiB. */
  data?: unknown;
  /** The name of the executor where it happened. */
  executorName: string;
  /** Made once by the agent (UUIDv7). */
  id: string;
  /** What it is, in dotted words, up to 64 characters. A sample has the kind `node.sample` and a `data` in the shape of NodeMetrics. */
  kind: string;
  /** How serious it is. */
  level: EventLevel;
  /** What happened and why, for people; up to 4000 characters. */
  message: string;
  /** The node that it happened to. */
  nodeId?: string | null | undefined;
};

/** What an agent says of itself and its nodes. */
export type SyncExecutorInput = {
  /** What this host offers. */
  capabilities: ExecutorCapabilitiesInput;
  /** The release channel that it follows. */
  channel: string;
  /** Made once by each installation of an agent, so that two agents with one name are noticed. */
  instanceId: string;
  /** What runs the nodes. */
  kind: ExecutorKind;
  /** The revision of the desired state that the agent holds; null when it holds none. */
  knownRevision?: number | null | undefined;
  /** The executor's name: 1 to 63 characters, letters, digits, dot, dash and underscore, beginning with a letter or digit. */
  name: string;
  /** What the agent observes of each of its nodes. */
  nodes: Array<ObservedNodeInput>;
  /** Nodes that run there without being wanted by anyone. */
  orphans?: Array<OrphanedNodeInput>;
  /** What the host has. */
  resources: ExecutorResourcesInput;
  /** The agent's version. */
  version: string;
};

export type SyncExecutorMutationVariables = Exact<{
  input: SyncExecutorInput;
}>;


export type SyncExecutorMutation = { syncExecutor: { executorId: string, revision: number, heartbeatIntervalSeconds: number, nodes: Array<{ id: string, name: string, revision: number, network: Network, client: Client, clientVersion: string, nodeType: NodeType, rpcAuth: string, desiredState: DesiredState, restartCounter: number, dataPolicy: NodeDataPolicy, resources: { cpuCores: number, memoryMiB: number, diskGiB: number }, overrides: Array<{ key: string, value: string }> }> | null, logRequests: Array<{ sessionId: string, nodeId: string, tail: number }> } };

export type ReportRuntimeEventsMutationVariables = Exact<{
  input: Array<RuntimeEventInput> | RuntimeEventInput;
}>;


export type ReportRuntimeEventsMutation = { reportRuntimeEvents: { accepted: number, rejected: Array<{ id: string, reason: string }> } };

export type ReportNodeLogsMutationVariables = Exact<{
  input: NodeLogsInput;
}>;


export type ReportNodeLogsMutation = { reportNodeLogs: boolean };

export type ExecutorNudgesSubscriptionVariables = Exact<{
  name: string;
}>;


export type ExecutorNudgesSubscription = { executorNudges: { at: string } };


export const SyncExecutorDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SyncExecutor"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SyncExecutorInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"syncExecutor"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"executorId"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"heartbeatIntervalSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"network"}},{"kind":"Field","name":{"kind":"Name","value":"client"}},{"kind":"Field","name":{"kind":"Name","value":"clientVersion"}},{"kind":"Field","name":{"kind":"Name","value":"nodeType"}},{"kind":"Field","name":{"kind":"Name","value":"resources"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cpuCores"}},{"kind":"Field","name":{"kind":"Name","value":"memoryMiB"}},{"kind":"Field","name":{"kind":"Name","value":"diskGiB"}}]}},{"kind":"Field","name":{"kind":"Name","value":"overrides"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rpcAuth"}},{"kind":"Field","name":{"kind":"Name","value":"desiredState"}},{"kind":"Field","name":{"kind":"Name","value":"restartCounter"}},{"kind":"Field","name":{"kind":"Name","value":"dataPolicy"}}]}},{"kind":"Field","name":{"kind":"Name","value":"logRequests"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sessionId"}},{"kind":"Field","name":{"kind":"Name","value":"nodeId"}},{"kind":"Field","name":{"kind":"Name","value":"tail"}}]}}]}}]}}]} as unknown as DocumentNode<SyncExecutorMutation, SyncExecutorMutationVariables>;
export const ReportRuntimeEventsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ReportRuntimeEvents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RuntimeEventInput"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reportRuntimeEvents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"accepted"}},{"kind":"Field","name":{"kind":"Name","value":"rejected"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]}}]} as unknown as DocumentNode<ReportRuntimeEventsMutation, ReportRuntimeEventsMutationVariables>;
export const ReportNodeLogsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ReportNodeLogs"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"NodeLogsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reportNodeLogs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}]}]}}]} as unknown as DocumentNode<ReportNodeLogsMutation, ReportNodeLogsMutationVariables>;
export const ExecutorNudgesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"ExecutorNudges"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"executorNudges"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}}]}}]}}]} as unknown as DocumentNode<ExecutorNudgesSubscription, ExecutorNudgesSubscriptionVariables>;