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


export type NodeMeasurementsQuery = { node: { id: string, metrics: { at: string, height: number, headers: number, bestBlockAt: string | null, verificationProgress: number, initialBlockDownload: boolean, peersInbound: number, peersOutbound: number, mempoolTransactions: number, mempoolBytes: number, sizeOnDiskBytes: number, uptimeSeconds: number, cpuPercent: number | null, memoryMiB: number | null } | null } | null };

export type NodePaceQueryVariables = Exact<{
  id: string;
  from: string;
}>;


export type NodePaceQuery = { nodeMetrics: { buckets: Array<{ at: string, verificationProgress: { last: number } | null }> } | null };

export type NodeLifecycleMutationVariables = Exact<{
  id: string;
  action: Types.NodeLifecycleAction;
}>;


export type NodeLifecycleMutation = { requestNodeLifecycleAction: { id: string, waitsFor: string | null } | null };

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
      uptimeSeconds
      cpuPercent
      memoryMiB
    }
  }
}
    `) as unknown as TypedDocumentString<NodeMeasurementsQuery, NodeMeasurementsQueryVariables>;
export const NodePaceDocument = new TypedDocumentString(`
    query NodePace($id: ID!, $from: DateTime!) {
  nodeMetrics(where: {id: $id}, from: $from, stepSeconds: 60) {
    buckets {
      at
      verificationProgress {
        last
      }
    }
  }
}
    `) as unknown as TypedDocumentString<NodePaceQuery, NodePaceQueryVariables>;
export const NodeLifecycleDocument = new TypedDocumentString(`
    mutation NodeLifecycle($id: ID!, $action: NodeLifecycleAction!) {
  requestNodeLifecycleAction(id: $id, action: $action) {
    id
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