/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
/** A key to make. */
export type ApiKeyCreateInput = {
  /** 1 to 63 characters. */
  name: string;
  /** What it may be used for. */
  purpose: ApiKeyPurpose;
};

/** What an API key may be used for. */
export type ApiKeyPurpose =
  /** An executor agent: heartbeats, events, log answers, nudges. Nothing else. */
  | 'executor'
  /** A person's scripts: all that the person may do, except to act as an executor. */
  | 'personal';

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

/** Who set a setting. */
export type ConfigOrigin =
  /** The platform's default for this network, node type and resources. */
  | 'default'
  /** The user. */
  | 'override'
  /** The platform, and nobody can change it. */
  | 'platform';

/** One key of a node's configuration file. */
export type ConfigOverrideInput = {
  /** The key, without a leading dash. */
  key: string;
  /** The value as text; `1` or `0`, `true` or `false` for booleans. */
  value: string;
};

/** Conditions on an instant. All that are given must hold. */
export type DateTimeFilter = {
  /** Is exactly this instant. */
  equals?: string | null | undefined;
  /** Is after this instant. */
  gt?: string | null | undefined;
  /** Is at or after this instant. */
  gte?: string | null | undefined;
  /** Is before this instant. */
  lt?: string | null | undefined;
  /** Is at or before this instant. */
  lte?: string | null | undefined;
};

/** What a node is asked to be. */
export type DesiredState =
  /** Gone. */
  | 'deleted'
  /** Up. */
  | 'running'
  /** Down, its chain data kept. */
  | 'stopped';

/** The direction of a page through the events. */
export type EventDirection =
  /** From the oldest to the newest. */
  | 'newer'
  /** From the newest to the oldest. */
  | 'older';

/** Which events, and which page of them. */
export type EventFilterInput = {
  /** The `endCursor` of the page before. Default: begin at the end that the direction starts from. */
  cursor?: string | null | undefined;
  /** Which way to go. Default: `older`. */
  direction?: EventDirection | null | undefined;
  /** Only of the executor with this name. */
  executorName?: string | null | undefined;
  /** Only of this kind. Samples (`node.sample`) are listed only when asked for here. */
  kind?: string | null | undefined;
  /** Only of this level. */
  level?: EventLevel | null | undefined;
  /** Only of the node with this name. */
  nodeName?: string | null | undefined;
  /** How many at most, 1 to 500. Default: 50. */
  take?: number | null | undefined;
};

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

/** Whether an executor can be reached. */
export type ExecutorStatus =
  /** Three heartbeats in a row were missed. */
  | 'offline'
  /** Heartbeats arrive. */
  | 'online';

/** Conditions on executors. All that are given must hold. */
export type ExecutorWhereInput = {
  /** All of these must hold. */
  AND?: Array<ExecutorWhereInput> | null | undefined;
  /** None of these may hold. */
  NOT?: Array<ExecutorWhereInput> | null | undefined;
  /** One of these must hold. */
  OR?: Array<ExecutorWhereInput> | null | undefined;
  /** Condition on the release channel. */
  channel?: StringFilter | null | undefined;
  /** Condition on the time of registration. */
  createdAt?: DateTimeFilter | null | undefined;
  /** Condition on the id. */
  id?: StringFilter | null | undefined;
  /** Condition on the time of the last heartbeat. */
  lastSeenAt?: DateTimeFilter | null | undefined;
  /** Condition on the name. */
  name?: StringFilter | null | undefined;
  /** Is online, or offline. */
  status?: ExecutorStatus | null | undefined;
  /** Condition on the agent's version. */
  version?: StringFilter | null | undefined;
};

/** The chain that a node follows. */
export type Network =
  /** Bitcoin. */
  | 'mainnet'
  /** A private chain for testing; offered only where the operator allows it. */
  | 'regtest'
  /** The signed test network. */
  | 'signet';

/** A node to deploy. */
export type NodeCreateInput = {
  /** The software. */
  client?: Client;
  /** The software's version. Default: the newest that the executor offers. */
  clientVersion?: string | null | undefined;
  /** `running` or `stopped`. */
  desiredState?: DesiredState;
  /** Where to run it. */
  executorId: string;
  /** 1 to 63 characters: letters, digits, dot, dash and underscore, beginning with a letter or digit. */
  name: string;
  /** The chain. */
  network: Network;
  /** How much history to keep. */
  nodeType?: NodeType;
  /** Keys for the node's configuration file. */
  overrides?: Array<ConfigOverrideInput>;
  /** What it may use. Default, also for each part that is left out: the network's defaults. */
  resources?: NodeResourcesInput | null | undefined;
};

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

/** A one-time request. */
export type NodeLifecycleAction =
  /** Go down once and come up again. */
  | 'restart'
  /** Be up. */
  | 'start'
  /** Be down. */
  | 'stop';

/** Where a log session is. */
export type NodeLogSessionStatus =
  /** The executor could not give them. */
  | 'failed'
  /** The executor has not answered yet. */
  | 'pending'
  /** The lines are here. */
  | 'ready';

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

/** What a node may use. */
export type NodeResourcesInput = {
  /** Processor cores, at least 0.1. */
  cpuCores?: number | null | undefined;
  /** Disk in GiB, at least 1. */
  diskGiB?: number | null | undefined;
  /** Memory in MiB, at least 256. */
  memoryMiB?: number | null | undefined;
};

/** How much of the block history a node keeps. */
export type NodeType =
  /** The complete block history, with a transaction index. */
  | 'full'
  /** Only recent blocks, without a transaction index. */
  | 'pruned';

/** Changes to a node. What is left out stays. */
export type NodeUpdateInput = {
  /** Another version of the client. */
  clientVersion?: string | null | undefined;
  /** `running` or `stopped`; to delete a node use deleteNode. */
  desiredState?: DesiredState | null | undefined;
  /** A new name. */
  name?: string | null | undefined;
  /** `pruned` for a node that is full. The other way is refused: the blocks are gone. */
  nodeType?: NodeType | null | undefined;
  /** The whole list of overrides, in place of the present one. */
  overrides?: Array<ConfigOverrideInput> | null | undefined;
  /** Other resources. What is left out stays. */
  resources?: NodeResourcesInput | null | undefined;
};

/** Conditions on nodes. All that are given must hold. */
export type NodeWhereInput = {
  /** All of these must hold. */
  AND?: Array<NodeWhereInput> | null | undefined;
  /** None of these may hold. */
  NOT?: Array<NodeWhereInput> | null | undefined;
  /** One of these must hold. */
  OR?: Array<NodeWhereInput> | null | undefined;
  /** Condition on the client version. */
  clientVersion?: StringFilter | null | undefined;
  /** Condition on the time of creation. */
  createdAt?: DateTimeFilter | null | undefined;
  /** Is asked to be this. */
  desiredState?: DesiredState | null | undefined;
  /** Condition on the executor's id. */
  executorId?: StringFilter | null | undefined;
  /** Condition on the executor's name. */
  executorName?: StringFilter | null | undefined;
  /** Condition on the id. */
  id?: StringFilter | null | undefined;
  /** Condition on the name. */
  name?: StringFilter | null | undefined;
  /** Is on this network. */
  network?: Network | null | undefined;
  /** Is of this type. */
  nodeType?: NodeType | null | undefined;
  /** Condition on the time of the last change. */
  updatedAt?: DateTimeFilter | null | undefined;
};

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

/** How texts are compared. */
export type QueryMode =
  /** Upper and lower case differ. */
  | 'default'
  /** Upper and lower case are the same. */
  | 'insensitive';

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
  /** When it happened, by the agent's clock, written as a DateTime. Plain text, so that one bad instant does not hold up the others. */
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

/** Conditions on a text. All that are given must hold. */
export type StringFilter = {
  /** Holds this text somewhere. */
  contains?: string | null | undefined;
  /** Ends with this text. */
  endsWith?: string | null | undefined;
  /** Is exactly this text. */
  equals?: string | null | undefined;
  /** Is one of these texts. */
  in?: Array<string> | null | undefined;
  /** Whether upper and lower case differ. Default: `default`, they do. */
  mode?: QueryMode | null | undefined;
  /** Must not match this filter. */
  not?: StringFilter | null | undefined;
  /** Is none of these texts. */
  notIn?: Array<string> | null | undefined;
  /** Begins with this text. */
  startsWith?: string | null | undefined;
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

export type ExecutorRowFragment = { id: string, name: string, status: ExecutorStatus, version: string, channel: string, lastSeenAt: string, capabilities: { networks: Array<Network>, nodeTypes: Array<NodeType>, clients: Array<{ version: string, image: string }> }, resources: { cpuCores: { total: number, free: number }, memoryMiB: { total: number, free: number }, diskMiB: { total: number, free: number } }, orphans: Array<{ nodeId: string, name: string, containerId: string | null }> };

export type NodeRowFragment = { id: string, name: string, network: Network, client: Client, clientVersion: string, nodeType: NodeType, desiredState: DesiredState, dataPolicy: NodeDataPolicy, revision: number, executor: { name: string, status: ExecutorStatus }, resources: { cpuCores: number, memoryMiB: number, diskGiB: number }, overrides: Array<{ key: string, value: string }>, status: { phase: NodePhase, since: string | null, reason: string | null, appliedRevision: number | null, containerId: string | null, imageDigest: string | null, endpoint: { host: string, rpcPort: number, p2pPort: number } | null }, metrics: { at: string, height: number, headers: number, bestBlockHash: string, verificationProgress: number, initialBlockDownload: boolean, peersInbound: number, peersOutbound: number, mempoolTransactions: number, sizeOnDiskBytes: number, uptimeSeconds: number, subversion: string, warnings: Array<string>, cpuPercent: number | null, memoryMiB: number | null } | null };

export type ListExecutorsQueryVariables = Exact<{
  where?: ExecutorWhereInput | null | undefined;
}>;


export type ListExecutorsQuery = { executors: Array<{ id: string, name: string, status: ExecutorStatus, version: string, channel: string, lastSeenAt: string, capabilities: { networks: Array<Network>, nodeTypes: Array<NodeType>, clients: Array<{ version: string, image: string }> }, resources: { cpuCores: { total: number, free: number }, memoryMiB: { total: number, free: number }, diskMiB: { total: number, free: number } }, orphans: Array<{ nodeId: string, name: string, containerId: string | null }> }> };

export type ListNodesQueryVariables = Exact<{
  where?: NodeWhereInput | null | undefined;
}>;


export type ListNodesQuery = { nodes: Array<{ id: string, name: string, network: Network, client: Client, clientVersion: string, nodeType: NodeType, desiredState: DesiredState, dataPolicy: NodeDataPolicy, revision: number, executor: { name: string, status: ExecutorStatus }, resources: { cpuCores: number, memoryMiB: number, diskGiB: number }, overrides: Array<{ key: string, value: string }>, status: { phase: NodePhase, since: string | null, reason: string | null, appliedRevision: number | null, containerId: string | null, imageDigest: string | null, endpoint: { host: string, rpcPort: number, p2pPort: number } | null }, metrics: { at: string, height: number, headers: number, bestBlockHash: string, verificationProgress: number, initialBlockDownload: boolean, peersInbound: number, peersOutbound: number, mempoolTransactions: number, sizeOnDiskBytes: number, uptimeSeconds: number, subversion: string, warnings: Array<string>, cpuPercent: number | null, memoryMiB: number | null } | null }> };

export type GetNodeQueryVariables = Exact<{
  id: string;
}>;


export type GetNodeQuery = { node: { id: string, name: string, network: Network, client: Client, clientVersion: string, nodeType: NodeType, desiredState: DesiredState, dataPolicy: NodeDataPolicy, revision: number, effectiveConfig: Array<{ key: string, value: string | null, origin: ConfigOrigin, note: string | null }>, executor: { name: string, status: ExecutorStatus }, resources: { cpuCores: number, memoryMiB: number, diskGiB: number }, overrides: Array<{ key: string, value: string }>, status: { phase: NodePhase, since: string | null, reason: string | null, appliedRevision: number | null, containerId: string | null, imageDigest: string | null, endpoint: { host: string, rpcPort: number, p2pPort: number } | null }, metrics: { at: string, height: number, headers: number, bestBlockHash: string, verificationProgress: number, initialBlockDownload: boolean, peersInbound: number, peersOutbound: number, mempoolTransactions: number, sizeOnDiskBytes: number, uptimeSeconds: number, subversion: string, warnings: Array<string>, cpuPercent: number | null, memoryMiB: number | null } | null } | null };

export type ListEventsQueryVariables = Exact<{
  filter?: EventFilterInput | null | undefined;
}>;


export type ListEventsQuery = { events: { nodes: Array<{ id: string, at: string, level: EventLevel, kind: string, message: string, executorName: string | null, nodeName: string | null, data: unknown }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } };

export type GetViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type GetViewerQuery = { viewer: { organization: { id: string, name: string } } | null };

export type GetRpcCredentialsQueryVariables = Exact<{ [key: string]: never; }>;


export type GetRpcCredentialsQuery = { nodeRpcCredentials: { user: string, password: string } | null };

export type GetLogSessionQueryVariables = Exact<{
  id: string;
}>;


export type GetLogSessionQuery = { nodeLogSession: { id: string, status: NodeLogSessionStatus, lines: Array<string>, error: string | null } | null };

export type CreateNodeMutationVariables = Exact<{
  data: NodeCreateInput;
}>;


export type CreateNodeMutation = { createNode: { id: string, name: string, network: Network, client: Client, clientVersion: string, nodeType: NodeType, desiredState: DesiredState, dataPolicy: NodeDataPolicy, revision: number, executor: { name: string, status: ExecutorStatus }, resources: { cpuCores: number, memoryMiB: number, diskGiB: number }, overrides: Array<{ key: string, value: string }>, status: { phase: NodePhase, since: string | null, reason: string | null, appliedRevision: number | null, containerId: string | null, imageDigest: string | null, endpoint: { host: string, rpcPort: number, p2pPort: number } | null }, metrics: { at: string, height: number, headers: number, bestBlockHash: string, verificationProgress: number, initialBlockDownload: boolean, peersInbound: number, peersOutbound: number, mempoolTransactions: number, sizeOnDiskBytes: number, uptimeSeconds: number, subversion: string, warnings: Array<string>, cpuPercent: number | null, memoryMiB: number | null } | null } };

export type UpdateNodeMutationVariables = Exact<{
  id: string;
  data: NodeUpdateInput;
}>;


export type UpdateNodeMutation = { updateNode: { id: string, name: string, network: Network, client: Client, clientVersion: string, nodeType: NodeType, desiredState: DesiredState, dataPolicy: NodeDataPolicy, revision: number, executor: { name: string, status: ExecutorStatus }, resources: { cpuCores: number, memoryMiB: number, diskGiB: number }, overrides: Array<{ key: string, value: string }>, status: { phase: NodePhase, since: string | null, reason: string | null, appliedRevision: number | null, containerId: string | null, imageDigest: string | null, endpoint: { host: string, rpcPort: number, p2pPort: number } | null }, metrics: { at: string, height: number, headers: number, bestBlockHash: string, verificationProgress: number, initialBlockDownload: boolean, peersInbound: number, peersOutbound: number, mempoolTransactions: number, sizeOnDiskBytes: number, uptimeSeconds: number, subversion: string, warnings: Array<string>, cpuPercent: number | null, memoryMiB: number | null } | null } };

export type RequestLifecycleActionMutationVariables = Exact<{
  id: string;
  action: NodeLifecycleAction;
}>;


export type RequestLifecycleActionMutation = { requestNodeLifecycleAction: { id: string, name: string, network: Network, client: Client, clientVersion: string, nodeType: NodeType, desiredState: DesiredState, dataPolicy: NodeDataPolicy, revision: number, executor: { name: string, status: ExecutorStatus }, resources: { cpuCores: number, memoryMiB: number, diskGiB: number }, overrides: Array<{ key: string, value: string }>, status: { phase: NodePhase, since: string | null, reason: string | null, appliedRevision: number | null, containerId: string | null, imageDigest: string | null, endpoint: { host: string, rpcPort: number, p2pPort: number } | null }, metrics: { at: string, height: number, headers: number, bestBlockHash: string, verificationProgress: number, initialBlockDownload: boolean, peersInbound: number, peersOutbound: number, mempoolTransactions: number, sizeOnDiskBytes: number, uptimeSeconds: number, subversion: string, warnings: Array<string>, cpuPercent: number | null, memoryMiB: number | null } | null } };

export type DeleteNodeMutationVariables = Exact<{
  id: string;
  dataPolicy?: NodeDataPolicy | null | undefined;
}>;


export type DeleteNodeMutation = { deleteNode: { id: string, name: string, network: Network, client: Client, clientVersion: string, nodeType: NodeType, desiredState: DesiredState, dataPolicy: NodeDataPolicy, revision: number, executor: { name: string, status: ExecutorStatus }, resources: { cpuCores: number, memoryMiB: number, diskGiB: number }, overrides: Array<{ key: string, value: string }>, status: { phase: NodePhase, since: string | null, reason: string | null, appliedRevision: number | null, containerId: string | null, imageDigest: string | null, endpoint: { host: string, rpcPort: number, p2pPort: number } | null }, metrics: { at: string, height: number, headers: number, bestBlockHash: string, verificationProgress: number, initialBlockDownload: boolean, peersInbound: number, peersOutbound: number, mempoolTransactions: number, sizeOnDiskBytes: number, uptimeSeconds: number, subversion: string, warnings: Array<string>, cpuPercent: number | null, memoryMiB: number | null } | null } };

export type DeleteExecutorMutationVariables = Exact<{
  id: string;
}>;


export type DeleteExecutorMutation = { deleteExecutor: { id: string, name: string } };

export type OpenLogSessionMutationVariables = Exact<{
  id: string;
  tail: number;
}>;


export type OpenLogSessionMutation = { openNodeLogSession: { id: string, status: NodeLogSessionStatus } };

export type CreateApiKeyMutationVariables = Exact<{
  input: ApiKeyCreateInput;
}>;


export type CreateApiKeyMutation = { createApiKey: { secret: string, apiKey: { id: string, name: string } } };

export const ExecutorRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ExecutorRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Executor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"channel"}},{"kind":"Field","name":{"kind":"Name","value":"lastSeenAt"}},{"kind":"Field","name":{"kind":"Name","value":"capabilities"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clients"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"image"}}]}},{"kind":"Field","name":{"kind":"Name","value":"networks"}},{"kind":"Field","name":{"kind":"Name","value":"nodeTypes"}}]}},{"kind":"Field","name":{"kind":"Name","value":"resources"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cpuCores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"free"}}]}},{"kind":"Field","name":{"kind":"Name","value":"memoryMiB"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"free"}}]}},{"kind":"Field","name":{"kind":"Name","value":"diskMiB"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"free"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"orphans"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodeId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"containerId"}}]}}]}}]} as unknown as DocumentNode<ExecutorRowFragment, unknown>;
export const NodeRowFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NodeRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Node"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"network"}},{"kind":"Field","name":{"kind":"Name","value":"client"}},{"kind":"Field","name":{"kind":"Name","value":"clientVersion"}},{"kind":"Field","name":{"kind":"Name","value":"nodeType"}},{"kind":"Field","name":{"kind":"Name","value":"desiredState"}},{"kind":"Field","name":{"kind":"Name","value":"dataPolicy"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"executor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"resources"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cpuCores"}},{"kind":"Field","name":{"kind":"Name","value":"memoryMiB"}},{"kind":"Field","name":{"kind":"Name","value":"diskGiB"}}]}},{"kind":"Field","name":{"kind":"Name","value":"overrides"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"status"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"appliedRevision"}},{"kind":"Field","name":{"kind":"Name","value":"containerId"}},{"kind":"Field","name":{"kind":"Name","value":"imageDigest"}},{"kind":"Field","name":{"kind":"Name","value":"endpoint"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"rpcPort"}},{"kind":"Field","name":{"kind":"Name","value":"p2pPort"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"metrics"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"height"}},{"kind":"Field","name":{"kind":"Name","value":"headers"}},{"kind":"Field","name":{"kind":"Name","value":"bestBlockHash"}},{"kind":"Field","name":{"kind":"Name","value":"verificationProgress"}},{"kind":"Field","name":{"kind":"Name","value":"initialBlockDownload"}},{"kind":"Field","name":{"kind":"Name","value":"peersInbound"}},{"kind":"Field","name":{"kind":"Name","value":"peersOutbound"}},{"kind":"Field","name":{"kind":"Name","value":"mempoolTransactions"}},{"kind":"Field","name":{"kind":"Name","value":"sizeOnDiskBytes"}},{"kind":"Field","name":{"kind":"Name","value":"uptimeSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"subversion"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}},{"kind":"Field","name":{"kind":"Name","value":"cpuPercent"}},{"kind":"Field","name":{"kind":"Name","value":"memoryMiB"}}]}}]}}]} as unknown as DocumentNode<NodeRowFragment, unknown>;
export const SyncExecutorDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SyncExecutor"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"SyncExecutorInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"syncExecutor"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"executorId"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"heartbeatIntervalSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"network"}},{"kind":"Field","name":{"kind":"Name","value":"client"}},{"kind":"Field","name":{"kind":"Name","value":"clientVersion"}},{"kind":"Field","name":{"kind":"Name","value":"nodeType"}},{"kind":"Field","name":{"kind":"Name","value":"resources"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cpuCores"}},{"kind":"Field","name":{"kind":"Name","value":"memoryMiB"}},{"kind":"Field","name":{"kind":"Name","value":"diskGiB"}}]}},{"kind":"Field","name":{"kind":"Name","value":"overrides"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rpcAuth"}},{"kind":"Field","name":{"kind":"Name","value":"desiredState"}},{"kind":"Field","name":{"kind":"Name","value":"restartCounter"}},{"kind":"Field","name":{"kind":"Name","value":"dataPolicy"}}]}},{"kind":"Field","name":{"kind":"Name","value":"logRequests"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sessionId"}},{"kind":"Field","name":{"kind":"Name","value":"nodeId"}},{"kind":"Field","name":{"kind":"Name","value":"tail"}}]}}]}}]}}]} as unknown as DocumentNode<SyncExecutorMutation, SyncExecutorMutationVariables>;
export const ReportRuntimeEventsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ReportRuntimeEvents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RuntimeEventInput"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reportRuntimeEvents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"accepted"}},{"kind":"Field","name":{"kind":"Name","value":"rejected"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}}]}}]}}]}}]} as unknown as DocumentNode<ReportRuntimeEventsMutation, ReportRuntimeEventsMutationVariables>;
export const ReportNodeLogsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ReportNodeLogs"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"NodeLogsInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reportNodeLogs"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}]}]}}]} as unknown as DocumentNode<ReportNodeLogsMutation, ReportNodeLogsMutationVariables>;
export const ExecutorNudgesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"ExecutorNudges"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"executorNudges"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}}]}}]}}]} as unknown as DocumentNode<ExecutorNudgesSubscription, ExecutorNudgesSubscriptionVariables>;
export const ListExecutorsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListExecutors"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ExecutorWhereInput"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"executors"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"take"},"value":{"kind":"IntValue","value":"500"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ExecutorRow"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ExecutorRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Executor"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"channel"}},{"kind":"Field","name":{"kind":"Name","value":"lastSeenAt"}},{"kind":"Field","name":{"kind":"Name","value":"capabilities"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"clients"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"version"}},{"kind":"Field","name":{"kind":"Name","value":"image"}}]}},{"kind":"Field","name":{"kind":"Name","value":"networks"}},{"kind":"Field","name":{"kind":"Name","value":"nodeTypes"}}]}},{"kind":"Field","name":{"kind":"Name","value":"resources"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cpuCores"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"free"}}]}},{"kind":"Field","name":{"kind":"Name","value":"memoryMiB"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"free"}}]}},{"kind":"Field","name":{"kind":"Name","value":"diskMiB"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"free"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"orphans"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodeId"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"containerId"}}]}}]}}]} as unknown as DocumentNode<ListExecutorsQuery, ListExecutorsQueryVariables>;
export const ListNodesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListNodes"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"NodeWhereInput"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"take"},"value":{"kind":"IntValue","value":"500"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NodeRow"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NodeRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Node"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"network"}},{"kind":"Field","name":{"kind":"Name","value":"client"}},{"kind":"Field","name":{"kind":"Name","value":"clientVersion"}},{"kind":"Field","name":{"kind":"Name","value":"nodeType"}},{"kind":"Field","name":{"kind":"Name","value":"desiredState"}},{"kind":"Field","name":{"kind":"Name","value":"dataPolicy"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"executor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"resources"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cpuCores"}},{"kind":"Field","name":{"kind":"Name","value":"memoryMiB"}},{"kind":"Field","name":{"kind":"Name","value":"diskGiB"}}]}},{"kind":"Field","name":{"kind":"Name","value":"overrides"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"status"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"appliedRevision"}},{"kind":"Field","name":{"kind":"Name","value":"containerId"}},{"kind":"Field","name":{"kind":"Name","value":"imageDigest"}},{"kind":"Field","name":{"kind":"Name","value":"endpoint"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"rpcPort"}},{"kind":"Field","name":{"kind":"Name","value":"p2pPort"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"metrics"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"height"}},{"kind":"Field","name":{"kind":"Name","value":"headers"}},{"kind":"Field","name":{"kind":"Name","value":"bestBlockHash"}},{"kind":"Field","name":{"kind":"Name","value":"verificationProgress"}},{"kind":"Field","name":{"kind":"Name","value":"initialBlockDownload"}},{"kind":"Field","name":{"kind":"Name","value":"peersInbound"}},{"kind":"Field","name":{"kind":"Name","value":"peersOutbound"}},{"kind":"Field","name":{"kind":"Name","value":"mempoolTransactions"}},{"kind":"Field","name":{"kind":"Name","value":"sizeOnDiskBytes"}},{"kind":"Field","name":{"kind":"Name","value":"uptimeSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"subversion"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}},{"kind":"Field","name":{"kind":"Name","value":"cpuPercent"}},{"kind":"Field","name":{"kind":"Name","value":"memoryMiB"}}]}}]}}]} as unknown as DocumentNode<ListNodesQuery, ListNodesQueryVariables>;
export const GetNodeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"GetNode"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"node"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NodeRow"}},{"kind":"Field","name":{"kind":"Name","value":"effectiveConfig"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"origin"}},{"kind":"Field","name":{"kind":"Name","value":"note"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NodeRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Node"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"network"}},{"kind":"Field","name":{"kind":"Name","value":"client"}},{"kind":"Field","name":{"kind":"Name","value":"clientVersion"}},{"kind":"Field","name":{"kind":"Name","value":"nodeType"}},{"kind":"Field","name":{"kind":"Name","value":"desiredState"}},{"kind":"Field","name":{"kind":"Name","value":"dataPolicy"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"executor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"resources"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cpuCores"}},{"kind":"Field","name":{"kind":"Name","value":"memoryMiB"}},{"kind":"Field","name":{"kind":"Name","value":"diskGiB"}}]}},{"kind":"Field","name":{"kind":"Name","value":"overrides"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"status"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"appliedRevision"}},{"kind":"Field","name":{"kind":"Name","value":"containerId"}},{"kind":"Field","name":{"kind":"Name","value":"imageDigest"}},{"kind":"Field","name":{"kind":"Name","value":"endpoint"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"rpcPort"}},{"kind":"Field","name":{"kind":"Name","value":"p2pPort"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"metrics"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"height"}},{"kind":"Field","name":{"kind":"Name","value":"headers"}},{"kind":"Field","name":{"kind":"Name","value":"bestBlockHash"}},{"kind":"Field","name":{"kind":"Name","value":"verificationProgress"}},{"kind":"Field","name":{"kind":"Name","value":"initialBlockDownload"}},{"kind":"Field","name":{"kind":"Name","value":"peersInbound"}},{"kind":"Field","name":{"kind":"Name","value":"peersOutbound"}},{"kind":"Field","name":{"kind":"Name","value":"mempoolTransactions"}},{"kind":"Field","name":{"kind":"Name","value":"sizeOnDiskBytes"}},{"kind":"Field","name":{"kind":"Name","value":"uptimeSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"subversion"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}},{"kind":"Field","name":{"kind":"Name","value":"cpuPercent"}},{"kind":"Field","name":{"kind":"Name","value":"memoryMiB"}}]}}]}}]} as unknown as DocumentNode<GetNodeQuery, GetNodeQueryVariables>;
export const ListEventsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListEvents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"EventFilterInput"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"events"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"level"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"executorName"}},{"kind":"Field","name":{"kind":"Name","value":"nodeName"}},{"kind":"Field","name":{"kind":"Name","value":"data"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"endCursor"}},{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}}]}}]}}]}}]} as unknown as DocumentNode<ListEventsQuery, ListEventsQueryVariables>;
export const GetViewerDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"GetViewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"organization"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]} as unknown as DocumentNode<GetViewerQuery, GetViewerQueryVariables>;
export const GetRpcCredentialsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"GetRpcCredentials"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodeRpcCredentials"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"user"}},{"kind":"Field","name":{"kind":"Name","value":"password"}}]}}]}}]} as unknown as DocumentNode<GetRpcCredentialsQuery, GetRpcCredentialsQueryVariables>;
export const GetLogSessionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"GetLogSession"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodeLogSession"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"lines"}},{"kind":"Field","name":{"kind":"Name","value":"error"}}]}}]}}]} as unknown as DocumentNode<GetLogSessionQuery, GetLogSessionQueryVariables>;
export const CreateNodeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateNode"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"data"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"NodeCreateInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createNode"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"data"},"value":{"kind":"Variable","name":{"kind":"Name","value":"data"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NodeRow"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NodeRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Node"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"network"}},{"kind":"Field","name":{"kind":"Name","value":"client"}},{"kind":"Field","name":{"kind":"Name","value":"clientVersion"}},{"kind":"Field","name":{"kind":"Name","value":"nodeType"}},{"kind":"Field","name":{"kind":"Name","value":"desiredState"}},{"kind":"Field","name":{"kind":"Name","value":"dataPolicy"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"executor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"resources"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cpuCores"}},{"kind":"Field","name":{"kind":"Name","value":"memoryMiB"}},{"kind":"Field","name":{"kind":"Name","value":"diskGiB"}}]}},{"kind":"Field","name":{"kind":"Name","value":"overrides"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"status"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"appliedRevision"}},{"kind":"Field","name":{"kind":"Name","value":"containerId"}},{"kind":"Field","name":{"kind":"Name","value":"imageDigest"}},{"kind":"Field","name":{"kind":"Name","value":"endpoint"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"rpcPort"}},{"kind":"Field","name":{"kind":"Name","value":"p2pPort"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"metrics"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"height"}},{"kind":"Field","name":{"kind":"Name","value":"headers"}},{"kind":"Field","name":{"kind":"Name","value":"bestBlockHash"}},{"kind":"Field","name":{"kind":"Name","value":"verificationProgress"}},{"kind":"Field","name":{"kind":"Name","value":"initialBlockDownload"}},{"kind":"Field","name":{"kind":"Name","value":"peersInbound"}},{"kind":"Field","name":{"kind":"Name","value":"peersOutbound"}},{"kind":"Field","name":{"kind":"Name","value":"mempoolTransactions"}},{"kind":"Field","name":{"kind":"Name","value":"sizeOnDiskBytes"}},{"kind":"Field","name":{"kind":"Name","value":"uptimeSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"subversion"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}},{"kind":"Field","name":{"kind":"Name","value":"cpuPercent"}},{"kind":"Field","name":{"kind":"Name","value":"memoryMiB"}}]}}]}}]} as unknown as DocumentNode<CreateNodeMutation, CreateNodeMutationVariables>;
export const UpdateNodeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdateNode"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"data"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"NodeUpdateInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateNode"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}},{"kind":"Argument","name":{"kind":"Name","value":"data"},"value":{"kind":"Variable","name":{"kind":"Name","value":"data"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NodeRow"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NodeRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Node"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"network"}},{"kind":"Field","name":{"kind":"Name","value":"client"}},{"kind":"Field","name":{"kind":"Name","value":"clientVersion"}},{"kind":"Field","name":{"kind":"Name","value":"nodeType"}},{"kind":"Field","name":{"kind":"Name","value":"desiredState"}},{"kind":"Field","name":{"kind":"Name","value":"dataPolicy"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"executor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"resources"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cpuCores"}},{"kind":"Field","name":{"kind":"Name","value":"memoryMiB"}},{"kind":"Field","name":{"kind":"Name","value":"diskGiB"}}]}},{"kind":"Field","name":{"kind":"Name","value":"overrides"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"status"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"appliedRevision"}},{"kind":"Field","name":{"kind":"Name","value":"containerId"}},{"kind":"Field","name":{"kind":"Name","value":"imageDigest"}},{"kind":"Field","name":{"kind":"Name","value":"endpoint"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"rpcPort"}},{"kind":"Field","name":{"kind":"Name","value":"p2pPort"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"metrics"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"height"}},{"kind":"Field","name":{"kind":"Name","value":"headers"}},{"kind":"Field","name":{"kind":"Name","value":"bestBlockHash"}},{"kind":"Field","name":{"kind":"Name","value":"verificationProgress"}},{"kind":"Field","name":{"kind":"Name","value":"initialBlockDownload"}},{"kind":"Field","name":{"kind":"Name","value":"peersInbound"}},{"kind":"Field","name":{"kind":"Name","value":"peersOutbound"}},{"kind":"Field","name":{"kind":"Name","value":"mempoolTransactions"}},{"kind":"Field","name":{"kind":"Name","value":"sizeOnDiskBytes"}},{"kind":"Field","name":{"kind":"Name","value":"uptimeSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"subversion"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}},{"kind":"Field","name":{"kind":"Name","value":"cpuPercent"}},{"kind":"Field","name":{"kind":"Name","value":"memoryMiB"}}]}}]}}]} as unknown as DocumentNode<UpdateNodeMutation, UpdateNodeMutationVariables>;
export const RequestLifecycleActionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RequestLifecycleAction"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"action"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"NodeLifecycleAction"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"requestNodeLifecycleAction"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"action"},"value":{"kind":"Variable","name":{"kind":"Name","value":"action"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NodeRow"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NodeRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Node"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"network"}},{"kind":"Field","name":{"kind":"Name","value":"client"}},{"kind":"Field","name":{"kind":"Name","value":"clientVersion"}},{"kind":"Field","name":{"kind":"Name","value":"nodeType"}},{"kind":"Field","name":{"kind":"Name","value":"desiredState"}},{"kind":"Field","name":{"kind":"Name","value":"dataPolicy"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"executor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"resources"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cpuCores"}},{"kind":"Field","name":{"kind":"Name","value":"memoryMiB"}},{"kind":"Field","name":{"kind":"Name","value":"diskGiB"}}]}},{"kind":"Field","name":{"kind":"Name","value":"overrides"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"status"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"appliedRevision"}},{"kind":"Field","name":{"kind":"Name","value":"containerId"}},{"kind":"Field","name":{"kind":"Name","value":"imageDigest"}},{"kind":"Field","name":{"kind":"Name","value":"endpoint"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"rpcPort"}},{"kind":"Field","name":{"kind":"Name","value":"p2pPort"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"metrics"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"height"}},{"kind":"Field","name":{"kind":"Name","value":"headers"}},{"kind":"Field","name":{"kind":"Name","value":"bestBlockHash"}},{"kind":"Field","name":{"kind":"Name","value":"verificationProgress"}},{"kind":"Field","name":{"kind":"Name","value":"initialBlockDownload"}},{"kind":"Field","name":{"kind":"Name","value":"peersInbound"}},{"kind":"Field","name":{"kind":"Name","value":"peersOutbound"}},{"kind":"Field","name":{"kind":"Name","value":"mempoolTransactions"}},{"kind":"Field","name":{"kind":"Name","value":"sizeOnDiskBytes"}},{"kind":"Field","name":{"kind":"Name","value":"uptimeSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"subversion"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}},{"kind":"Field","name":{"kind":"Name","value":"cpuPercent"}},{"kind":"Field","name":{"kind":"Name","value":"memoryMiB"}}]}}]}}]} as unknown as DocumentNode<RequestLifecycleActionMutation, RequestLifecycleActionMutationVariables>;
export const DeleteNodeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteNode"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dataPolicy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"NodeDataPolicy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteNode"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}},{"kind":"Argument","name":{"kind":"Name","value":"data"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dataPolicy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"NodeRow"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"NodeRow"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Node"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"network"}},{"kind":"Field","name":{"kind":"Name","value":"client"}},{"kind":"Field","name":{"kind":"Name","value":"clientVersion"}},{"kind":"Field","name":{"kind":"Name","value":"nodeType"}},{"kind":"Field","name":{"kind":"Name","value":"desiredState"}},{"kind":"Field","name":{"kind":"Name","value":"dataPolicy"}},{"kind":"Field","name":{"kind":"Name","value":"revision"}},{"kind":"Field","name":{"kind":"Name","value":"executor"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"resources"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cpuCores"}},{"kind":"Field","name":{"kind":"Name","value":"memoryMiB"}},{"kind":"Field","name":{"kind":"Name","value":"diskGiB"}}]}},{"kind":"Field","name":{"kind":"Name","value":"overrides"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"value"}}]}},{"kind":"Field","name":{"kind":"Name","value":"status"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"phase"}},{"kind":"Field","name":{"kind":"Name","value":"since"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"appliedRevision"}},{"kind":"Field","name":{"kind":"Name","value":"containerId"}},{"kind":"Field","name":{"kind":"Name","value":"imageDigest"}},{"kind":"Field","name":{"kind":"Name","value":"endpoint"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"rpcPort"}},{"kind":"Field","name":{"kind":"Name","value":"p2pPort"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"metrics"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"height"}},{"kind":"Field","name":{"kind":"Name","value":"headers"}},{"kind":"Field","name":{"kind":"Name","value":"bestBlockHash"}},{"kind":"Field","name":{"kind":"Name","value":"verificationProgress"}},{"kind":"Field","name":{"kind":"Name","value":"initialBlockDownload"}},{"kind":"Field","name":{"kind":"Name","value":"peersInbound"}},{"kind":"Field","name":{"kind":"Name","value":"peersOutbound"}},{"kind":"Field","name":{"kind":"Name","value":"mempoolTransactions"}},{"kind":"Field","name":{"kind":"Name","value":"sizeOnDiskBytes"}},{"kind":"Field","name":{"kind":"Name","value":"uptimeSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"subversion"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"}},{"kind":"Field","name":{"kind":"Name","value":"cpuPercent"}},{"kind":"Field","name":{"kind":"Name","value":"memoryMiB"}}]}}]}}]} as unknown as DocumentNode<DeleteNodeMutation, DeleteNodeMutationVariables>;
export const DeleteExecutorDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DeleteExecutor"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteExecutor"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]} as unknown as DocumentNode<DeleteExecutorMutation, DeleteExecutorMutationVariables>;
export const OpenLogSessionDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"OpenLogSession"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"tail"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"openNodeLogSession"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}},{"kind":"Argument","name":{"kind":"Name","value":"tail"},"value":{"kind":"Variable","name":{"kind":"Name","value":"tail"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]} as unknown as DocumentNode<OpenLogSessionMutation, OpenLogSessionMutationVariables>;
export const CreateApiKeyDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateApiKey"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ApiKeyCreateInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createApiKey"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"apiKey"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"secret"}}]}}]}}]} as unknown as DocumentNode<CreateApiKeyMutation, CreateApiKeyMutationVariables>;