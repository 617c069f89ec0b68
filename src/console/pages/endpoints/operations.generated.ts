/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type EndpointsPageQueryVariables = Exact<{ [key: string]: never; }>;


export type EndpointsPageQuery = { endpoints: Array<{ id: string, name: string, network: Types.Network, address: string, port: number, tls: { certFile: string } | null, members: Array<{ nodeId: string, nodeName: string, hasGatewayUser: boolean }>, hosts: Array<{ executorId: string, executorName: string, state: Types.EndpointHostState, reason: string | null, isCurrent: boolean, members: Array<{ nodeId: string, code: string, reason: string }> }> }> | null };

export type EndpointConsumersQueryVariables = Exact<{
  take?: number | null | undefined;
  skip?: number | null | undefined;
}>;


export type EndpointConsumersQuery = { consumers: Array<{ id: string, endpointId: string, name: string, preset: Types.ConsumerPreset, expiresAt: string | null, lastUsedAt: string | null }> | null };

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
    address
    port
    tls {
      certFile
    }
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
    expiresAt
    lastUsedAt
  }
}
    `) as unknown as TypedDocumentString<EndpointConsumersQuery, EndpointConsumersQueryVariables>;