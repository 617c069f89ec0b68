/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type RoomOfResourceFragment = { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null };

export type ExecutorPageQueryVariables = Exact<{
  id: string;
}>;


export type ExecutorPageQuery = { executor: { id: string, name: string, kind: string, version: string, channel: string, revision: number, status: Types.ExecutorStatus, lastSeenAt: string, uninstalledAt: string | null, recovery: Types.RecoveryState | null, createdAt: string, capabilities: { networks: Array<Types.Network>, nodeTypes: Array<Types.NodeType>, clients: Array<{ client: Types.Client, version: string, lifecycle: { warning: string | null } }> }, room: { nodes: number, cpuCores: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null }, memoryMiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null }, diskGiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null, available: number | null } }, diskForecast: { daysUntilFull: number | null, fillsGiBPerDay: number | null } | null, labels: Array<{ key: string, value: string }>, cordon: { at: string, by: string, reason: string } | null, drain: { at: string, by: string, reason: string, remaining: number, completedAt: string | null } | null, orphans: Array<{ nodeId: string, name: string, containerId: string | null, kept: boolean, data: { network: Types.Network | null, nodeType: Types.NodeType | null, height: number | null, sizeBytes: number | null, openedWith: string | null, wallets: Array<string> | null, dataRoot: string | null } | null }> } | null };

export type ExecutorNodesQueryVariables = Exact<{
  id: string;
  take?: number | null | undefined;
  skip?: number | null | undefined;
}>;


export type ExecutorNodesQuery = { nodes: Array<{ id: string, name: string, network: Types.Network, status: { phase: Types.NodePhase, reason: string | null } }> | null };

export type UsedOverTimeFragment = { total: { last: number } | null, usedByNodes: { average: number } | null, free: { average: number } | null };

export type ExecutorHistoryQueryVariables = Exact<{
  id: string;
  from: string;
  to?: string | null | undefined;
  stepSeconds: number;
}>;


export type ExecutorHistoryQuery = { executorMetrics: { buckets: Array<{ at: string, cpuCores: { total: { last: number } | null, usedByNodes: { average: number } | null, free: { average: number } | null }, memoryMiB: { total: { last: number } | null, usedByNodes: { average: number } | null, free: { average: number } | null }, diskGiB: { total: { last: number } | null, usedByNodes: { average: number } | null, free: { average: number } | null } }> } | null };

export type NodesToDrainQueryVariables = Exact<{
  id: string;
  take: number;
}>;


export type NodesToDrainQuery = { nodeCounts: { total: number } | null, nodes: Array<{ name: string }> | null };

export type CordonExecutorMutationVariables = Exact<{
  id: string;
  reason: string;
}>;


export type CordonExecutorMutation = { cordonExecutor: { id: string } | null };

export type UncordonExecutorMutationVariables = Exact<{
  id: string;
}>;


export type UncordonExecutorMutation = { uncordonExecutor: { id: string } | null };

export type DrainExecutorMutationVariables = Exact<{
  id: string;
  reason: string;
}>;


export type DrainExecutorMutation = { drainExecutor: { id: string } | null };

export type UndrainExecutorMutationVariables = Exact<{
  id: string;
}>;


export type UndrainExecutorMutation = { undrainExecutor: { id: string } | null };

export type ChangeExecutorLabelsMutationVariables = Exact<{
  id: string;
  data: Types.ExecutorUpdateInput;
}>;


export type ChangeExecutorLabelsMutation = { updateExecutor: { id: string } | null };

export type DeleteExecutorMutationVariables = Exact<{
  id: string;
}>;


export type DeleteExecutorMutation = { deleteExecutor: { id: string } | null };

export type RemoveKeptDataMutationVariables = Exact<{
  data: Types.KeptDataRemovalInput;
}>;


export type RemoveKeptDataMutation = { removeKeptData: { id: string } | null };

export type ExecutorKeysQueryVariables = Exact<{
  id: string;
}>;


export type ExecutorKeysQuery = { executor: { id: string, name: string, keyWarning: string | null, apiKeyUsages: Array<{ lastUsedAt: string | null, apiKey: { id: string, name: string, start: string, expiresAt: string | null, revokedAt: string | null, lastUsedFrom: string | null } }> } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const RoomOfResourceFragmentDoc = new TypedDocumentString(`
    fragment RoomOfResource on Room {
  total
  overcommit
  promised
  used
  free
  available
}
    `, {"fragmentName":"RoomOfResource"}) as unknown as TypedDocumentString<RoomOfResourceFragment, unknown>;
export const UsedOverTimeFragmentDoc = new TypedDocumentString(`
    fragment UsedOverTime on ResourceMetrics {
  total {
    last
  }
  usedByNodes {
    average
  }
  free {
    average
  }
}
    `, {"fragmentName":"UsedOverTime"}) as unknown as TypedDocumentString<UsedOverTimeFragment, unknown>;
export const ExecutorPageDocument = new TypedDocumentString(`
    query ExecutorPage($id: ID!) {
  executor(where: {id: $id}) {
    id
    name
    kind
    version
    channel
    revision
    status
    lastSeenAt
    uninstalledAt
    recovery
    createdAt
    capabilities {
      clients {
        client
        version
        lifecycle {
          warning
        }
      }
      networks
      nodeTypes
    }
    room {
      nodes
      cpuCores {
        ...RoomOfResource
      }
      memoryMiB {
        ...RoomOfResource
      }
      diskGiB {
        ...RoomOfResource
      }
    }
    diskForecast {
      daysUntilFull
      fillsGiBPerDay
    }
    labels {
      key
      value
    }
    cordon {
      at
      by
      reason
    }
    drain {
      at
      by
      reason
      remaining
      completedAt
    }
    orphans {
      nodeId
      name
      containerId
      kept
      data {
        network
        nodeType
        height
        sizeBytes
        openedWith
        wallets
        dataRoot
      }
    }
  }
}
    fragment RoomOfResource on Room {
  total
  overcommit
  promised
  used
  free
  available
}`) as unknown as TypedDocumentString<ExecutorPageQuery, ExecutorPageQueryVariables>;
export const ExecutorNodesDocument = new TypedDocumentString(`
    query ExecutorNodes($id: String!, $take: Int, $skip: Int) {
  nodes(
    where: {executorId: {equals: $id}}
    orderBy: [{phase: asc}, {name: asc}]
    take: $take
    skip: $skip
  ) {
    id
    name
    network
    status {
      phase
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<ExecutorNodesQuery, ExecutorNodesQueryVariables>;
export const ExecutorHistoryDocument = new TypedDocumentString(`
    query ExecutorHistory($id: ID!, $from: DateTime!, $to: DateTime, $stepSeconds: Int!) {
  executorMetrics(
    where: {id: $id}
    from: $from
    to: $to
    stepSeconds: $stepSeconds
  ) {
    buckets {
      at
      cpuCores {
        ...UsedOverTime
      }
      memoryMiB {
        ...UsedOverTime
      }
      diskGiB {
        ...UsedOverTime
      }
    }
  }
}
    fragment UsedOverTime on ResourceMetrics {
  total {
    last
  }
  usedByNodes {
    average
  }
  free {
    average
  }
}`) as unknown as TypedDocumentString<ExecutorHistoryQuery, ExecutorHistoryQueryVariables>;
export const NodesToDrainDocument = new TypedDocumentString(`
    query NodesToDrain($id: String!, $take: Int!) {
  nodeCounts(where: {executorId: {equals: $id}, desiredState: {equals: running}}) {
    total
  }
  nodes(
    where: {executorId: {equals: $id}, desiredState: {equals: running}}
    orderBy: [{name: asc}]
    take: $take
  ) {
    name
  }
}
    `) as unknown as TypedDocumentString<NodesToDrainQuery, NodesToDrainQueryVariables>;
export const CordonExecutorDocument = new TypedDocumentString(`
    mutation CordonExecutor($id: ID!, $reason: String!) {
  cordonExecutor(where: {id: $id}, reason: $reason) {
    id
  }
}
    `) as unknown as TypedDocumentString<CordonExecutorMutation, CordonExecutorMutationVariables>;
export const UncordonExecutorDocument = new TypedDocumentString(`
    mutation UncordonExecutor($id: ID!) {
  uncordonExecutor(where: {id: $id}) {
    id
  }
}
    `) as unknown as TypedDocumentString<UncordonExecutorMutation, UncordonExecutorMutationVariables>;
export const DrainExecutorDocument = new TypedDocumentString(`
    mutation DrainExecutor($id: ID!, $reason: String!) {
  drainExecutor(where: {id: $id}, reason: $reason) {
    id
  }
}
    `) as unknown as TypedDocumentString<DrainExecutorMutation, DrainExecutorMutationVariables>;
export const UndrainExecutorDocument = new TypedDocumentString(`
    mutation UndrainExecutor($id: ID!) {
  undrainExecutor(where: {id: $id}) {
    id
  }
}
    `) as unknown as TypedDocumentString<UndrainExecutorMutation, UndrainExecutorMutationVariables>;
export const ChangeExecutorLabelsDocument = new TypedDocumentString(`
    mutation ChangeExecutorLabels($id: ID!, $data: ExecutorUpdateInput!) {
  updateExecutor(data: $data, where: {id: $id}) {
    id
  }
}
    `) as unknown as TypedDocumentString<ChangeExecutorLabelsMutation, ChangeExecutorLabelsMutationVariables>;
export const DeleteExecutorDocument = new TypedDocumentString(`
    mutation DeleteExecutor($id: ID!) {
  deleteExecutor(where: {id: $id}) {
    id
  }
}
    `) as unknown as TypedDocumentString<DeleteExecutorMutation, DeleteExecutorMutationVariables>;
export const RemoveKeptDataDocument = new TypedDocumentString(`
    mutation RemoveKeptData($data: KeptDataRemovalInput!) {
  removeKeptData(data: $data) {
    id
  }
}
    `) as unknown as TypedDocumentString<RemoveKeptDataMutation, RemoveKeptDataMutationVariables>;
export const ExecutorKeysDocument = new TypedDocumentString(`
    query ExecutorKeys($id: ID!) {
  executor(where: {id: $id}) {
    id
    name
    keyWarning
    apiKeyUsages {
      lastUsedAt
      apiKey {
        id
        name
        start
        expiresAt
        revokedAt
        lastUsedFrom
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ExecutorKeysQuery, ExecutorKeysQueryVariables>;