/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type NodePageQueryVariables = Exact<{
  id: string;
}>;


export type NodePageQuery = { node: { id: string, name: string, network: Types.Network, client: Types.Client, clientVersion: string, nodeType: Types.NodeType, desiredState: Types.DesiredState, waitsFor: string | null, revision: number, clientLifecycle: { summary: string, warning: string | null }, labels: Array<{ key: string, value: string }>, problems: Array<{ code: Types.NodeProblemCode, reason: string, advice: string, since: string }>, resources: { cpuCores: number, memoryMiB: number, diskGiB: number }, executor: { id: string, name: string }, status: { phase: Types.NodePhase, since: string | null, reason: string | null, endpoint: { host: string, rpcPort: number, p2pPort: number, zmq: Array<{ topic: string, url: string }> } | null } } | null };

export type NodeMeasurementsQueryVariables = Exact<{
  id: string;
}>;


export type NodeMeasurementsQuery = { node: { id: string, metrics: { at: string, height: number, headers: number, bestBlockAt: string | null, verificationProgress: number, initialBlockDownload: boolean, peersInbound: number, peersOutbound: number, mempoolTransactions: number, mempoolBytes: number, sizeOnDiskBytes: number, receivedBytesPerSecond: number | null, sentBytesPerSecond: number | null, uptimeSeconds: number, cpuPercent: number | null, memoryMiB: number | null, indexes: Array<{ name: string, synced: boolean, bestBlockHeight: number }> } | null } | null };

export type NodeTrendQueryVariables = Exact<{
  id: string;
  from: string;
  network: Types.Network;
}>;


export type NodeTrendQuery = { nodeMetrics: { buckets: Array<{ at: string, height: { last: number } | null, peersInbound: { last: number } | null, peersOutbound: { last: number } | null, memoryMiB: { average: number } | null, verificationProgress: { last: number } | null }> } | null, highest: Array<{ id: string, metrics: { height: number } | null }> | null };

export type NodeIncidentsQueryVariables = Exact<{
  id: string;
}>;


export type NodeIncidentsQuery = { notificationIncidents: { nodes: Array<{ id: string, code: Types.AlertCode, status: Types.AlertStatus, subjectName: string, advice: string, openedAt: string, acknowledgedAt: string | null }> } | null };

export type NodeMuteQueryVariables = Exact<{
  id: string;
}>;


export type NodeMuteQuery = { notificationSettings: { nodeOverrides: Array<{ muted: boolean, mutedUntil: string | null, id: string, thresholds: { nodeFailingSeconds: number | null, crashLoopExits: number | null, syncStalledMinutes: number | null, noPeersMinutes: number | null, blocksBehind: number | null, tipProbability: number | null, memoryPercent: number | null } }> } | null };

export type LastChangeQueryVariables = Exact<{
  id: string;
}>;


export type LastChangeQuery = { auditActions: { nodes: Array<{ at: string, action: string, outcome: Types.AuditOutcome, before: unknown, after: unknown, actor: { name: string } }> } | null };

export type NodeLifecycleMutationVariables = Exact<{
  id: string;
  action: Types.NodeLifecycleAction;
}>;


export type NodeLifecycleMutation = { requestNodeLifecycleAction: { id: string, name: string, waitsFor: string | null } | null };

export type ChangeNodeLabelsMutationVariables = Exact<{
  id: string;
  data: Types.NodeUpdateInput;
}>;


export type ChangeNodeLabelsMutation = { updateNode: { id: string } | null };

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

export const NodePageDocument = new TypedDocumentString(`
    query NodePage($id: ID!) {
  node(where: {id: $id}) {
    id
    name
    network
    client
    clientVersion
    clientLifecycle {
      summary
      warning
    }
    nodeType
    desiredState
    waitsFor
    revision
    labels {
      key
      value
    }
    problems {
      code
      reason
      advice
      since
    }
    resources {
      cpuCores
      memoryMiB
      diskGiB
    }
    executor {
      id
      name
    }
    status {
      phase
      since
      reason
      endpoint {
        host
        rpcPort
        p2pPort
        zmq {
          topic
          url
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<NodePageQuery, NodePageQueryVariables>;
export const NodeMeasurementsDocument = new TypedDocumentString(`
    query NodeMeasurements($id: ID!) {
  node(where: {id: $id}) {
    id
    metrics {
      at
      height
      headers
      bestBlockAt
      verificationProgress
      initialBlockDownload
      peersInbound
      peersOutbound
      mempoolTransactions
      mempoolBytes
      sizeOnDiskBytes
      indexes {
        name
        synced
        bestBlockHeight
      }
      receivedBytesPerSecond
      sentBytesPerSecond
      uptimeSeconds
      cpuPercent
      memoryMiB
    }
  }
}
    `) as unknown as TypedDocumentString<NodeMeasurementsQuery, NodeMeasurementsQueryVariables>;
export const NodeTrendDocument = new TypedDocumentString(`
    query NodeTrend($id: ID!, $from: DateTime!, $network: Network!) {
  nodeMetrics(where: {id: $id}, from: $from, stepSeconds: 600) {
    buckets {
      at
      height {
        last
      }
      peersInbound {
        last
      }
      peersOutbound {
        last
      }
      memoryMiB {
        average
      }
      verificationProgress {
        last
      }
    }
  }
  highest: nodes(
    where: {network: {equals: $network}}
    orderBy: [{height: {sort: desc, nulls: last}}]
    take: 1
  ) {
    id
    metrics {
      height
    }
  }
}
    `) as unknown as TypedDocumentString<NodeTrendQuery, NodeTrendQueryVariables>;
export const NodeIncidentsDocument = new TypedDocumentString(`
    query NodeIncidents($id: ID!) {
  notificationIncidents(status: open, filter: {nodeId: $id}) {
    nodes {
      id
      code
      status
      subjectName
      advice
      openedAt
      acknowledgedAt
    }
  }
}
    `) as unknown as TypedDocumentString<NodeIncidentsQuery, NodeIncidentsQueryVariables>;
export const NodeMuteDocument = new TypedDocumentString(`
    query NodeMute($id: ID!) {
  notificationSettings {
    nodeOverrides(where: {id: $id}) {
      id: nodeId
      muted
      mutedUntil
      thresholds {
        nodeFailingSeconds
        crashLoopExits
        syncStalledMinutes
        noPeersMinutes
        blocksBehind
        tipProbability
        memoryPercent
      }
    }
  }
}
    `) as unknown as TypedDocumentString<NodeMuteQuery, NodeMuteQueryVariables>;
export const LastChangeDocument = new TypedDocumentString(`
    query LastChange($id: ID!) {
  auditActions(
    filter: {targetType: "node", targetId: $id, changed: true, outcome: succeeded, take: 1}
  ) {
    nodes {
      at
      action
      outcome
      before
      after
      actor {
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LastChangeQuery, LastChangeQueryVariables>;
export const NodeLifecycleDocument = new TypedDocumentString(`
    mutation NodeLifecycle($id: ID!, $action: NodeLifecycleAction!) {
  requestNodeLifecycleAction(id: $id, action: $action) {
    id
    name
    waitsFor
  }
}
    `) as unknown as TypedDocumentString<NodeLifecycleMutation, NodeLifecycleMutationVariables>;
export const ChangeNodeLabelsDocument = new TypedDocumentString(`
    mutation ChangeNodeLabels($id: ID!, $data: NodeUpdateInput!) {
  updateNode(data: $data, where: {id: $id}) {
    id
  }
}
    `) as unknown as TypedDocumentString<ChangeNodeLabelsMutation, ChangeNodeLabelsMutationVariables>;