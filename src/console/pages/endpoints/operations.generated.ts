/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type EndpointsPageQueryVariables = Exact<{ [key: string]: never; }>;


export type EndpointsPageQuery = { endpoints: Array<{ id: string, name: string, network: Types.Network, nodeIds: Array<string> | null, executorIds: Array<string>, address: string, port: number, pinnedBlockHash: string | null, nodeLabels: Array<{ key: string, value: string }>, tls: { certFile: string, keyFile: string } | null, members: Array<{ nodeId: string, nodeName: string, hasGatewayUser: boolean }>, hosts: Array<{ executorId: string, executorName: string, state: Types.EndpointHostState, reason: string | null, isCurrent: boolean, members: Array<{ nodeId: string, code: string, reason: string }> }> }> | null };

export type EndpointConsumersQueryVariables = Exact<{
  take?: number | null | undefined;
  skip?: number | null | undefined;
}>;


export type EndpointConsumersQuery = { consumers: Array<{ id: string, endpointId: string, name: string, preset: Types.ConsumerPreset, addedMethods: Array<string>, removedMethods: Array<string>, callsPerSecond: number, callsInFlight: number, expiresAt: string | null, lastUsedAt: string | null }> | null };

export type EndpointNodesQueryVariables = Exact<{
  network: Types.Network;
  take?: number | null | undefined;
  cursor?: string | null | undefined;
}>;


export type EndpointNodesQuery = { nodesConnection: { nodes: Array<{ id: string, name: string, desiredState: Types.DesiredState, signet: { challenge: string } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export type EndpointHostsQueryVariables = Exact<{
  take?: number | null | undefined;
  cursor?: string | null | undefined;
}>;


export type EndpointHostsQuery = { executorsConnection: { nodes: Array<{ id: string, name: string }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

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

export const EndpointsPageDocument = new TypedDocumentString(`
    query EndpointsPage {
  endpoints {
    id
    name
    network
    nodeIds
    nodeLabels {
      key
      value
    }
    executorIds
    address
    port
    tls {
      certFile
      keyFile
    }
    pinnedBlockHash
    members {
      nodeId
      nodeName
      hasGatewayUser
    }
    hosts {
      executorId
      executorName
      state
      reason
      isCurrent
      members {
        nodeId
        code
        reason
      }
    }
  }
}
    `) as unknown as TypedDocumentString<EndpointsPageQuery, EndpointsPageQueryVariables>;
export const EndpointConsumersDocument = new TypedDocumentString(`
    query EndpointConsumers($take: Int, $skip: Int) {
  consumers(take: $take, skip: $skip) {
    id
    endpointId
    name
    preset
    addedMethods
    removedMethods
    callsPerSecond
    callsInFlight
    expiresAt
    lastUsedAt
  }
}
    `) as unknown as TypedDocumentString<EndpointConsumersQuery, EndpointConsumersQueryVariables>;
export const EndpointNodesDocument = new TypedDocumentString(`
    query EndpointNodes($network: Network!, $take: Int, $cursor: String) {
  nodesConnection(
    where: {network: {equals: $network}}
    take: $take
    cursor: $cursor
  ) {
    nodes {
      id
      name
      signet {
        challenge
      }
      desiredState
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    `) as unknown as TypedDocumentString<EndpointNodesQuery, EndpointNodesQueryVariables>;
export const EndpointHostsDocument = new TypedDocumentString(`
    query EndpointHosts($take: Int, $cursor: String) {
  executorsConnection(take: $take, cursor: $cursor) {
    nodes {
      id
      name
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    `) as unknown as TypedDocumentString<EndpointHostsQuery, EndpointHostsQueryVariables>;