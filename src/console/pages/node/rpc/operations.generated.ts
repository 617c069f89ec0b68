/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type CallRpcMutationVariables = Exact<{
  id: string;
  method: string;
  params: Array<string> | string;
}>;


export type CallRpcMutation = { callNodeRpc: { id: string } | null };

export type RpcCallQueryVariables = Exact<{
  id: string;
}>;


export type RpcCallQuery = { nodeRpcCall: { method: string, status: Types.NodeRpcCallStatus, result: string | null, error: string | null } | null };

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

export const CallRpcDocument = new TypedDocumentString(`
    mutation CallRpc($id: ID!, $method: String!, $params: [String!]!) {
  callNodeRpc(where: {id: $id}, method: $method, params: $params) {
    id
  }
}
    `) as unknown as TypedDocumentString<CallRpcMutation, CallRpcMutationVariables>;
export const RpcCallDocument = new TypedDocumentString(`
    query RpcCall($id: ID!) {
  nodeRpcCall(where: {id: $id}) {
    method
    status
    result
    error
  }
}
    `) as unknown as TypedDocumentString<RpcCallQuery, RpcCallQueryVariables>;