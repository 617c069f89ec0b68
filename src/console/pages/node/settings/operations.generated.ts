/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type DeletionFactsQueryVariables = Exact<{
  id: string;
}>;


export type DeletionFactsQuery = { node: { id: string, network: Types.Network, executor: { name: string }, status: { wallets: Array<string> | null, endpoint: { host: string, rpcPort: number } | null }, metrics: { height: number, sizeOnDiskBytes: number } | null } | null };

export type DeleteNodeMutationVariables = Exact<{
  id: string;
  dataPolicy: Types.NodeDataPolicy;
  removal?: Types.NodeDataRemovalInput | null | undefined;
}>;


export type DeleteNodeMutation = { deleteNode: { id: string, waitsFor: string | null } | null };

export type NodeDataRootsQueryVariables = Exact<{
  id: string;
}>;


export type NodeDataRootsQuery = { node: { id: string, dataRoot: string | null, executor: { id: string, dataRoots: Array<{ name: string, freeGiB: number | null }> } } | null };

export type StartOperationMutationVariables = Exact<{
  nodeId: string;
  kind: Types.NodeOperationKind;
  params?: unknown;
}>;


export type StartOperationMutation = { startNodeOperation: { id: string } | null };

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

export const DeletionFactsDocument = new TypedDocumentString(`
    query DeletionFacts($id: ID!) {
  node(where: {id: $id}) {
    id
    network
    executor {
      name
    }
    status {
      wallets
      endpoint {
        host
        rpcPort
      }
    }
    metrics {
      height
      sizeOnDiskBytes
    }
  }
}
    `) as unknown as TypedDocumentString<DeletionFactsQuery, DeletionFactsQueryVariables>;
export const DeleteNodeDocument = new TypedDocumentString(`
    mutation DeleteNode($id: ID!, $dataPolicy: NodeDataPolicy!, $removal: NodeDataRemovalInput) {
  deleteNode(where: {id: $id}, dataPolicy: $dataPolicy, removal: $removal) {
    id
    waitsFor
  }
}
    `) as unknown as TypedDocumentString<DeleteNodeMutation, DeleteNodeMutationVariables>;
export const NodeDataRootsDocument = new TypedDocumentString(`
    query NodeDataRoots($id: ID!) {
  node(where: {id: $id}) {
    id
    dataRoot
    executor {
      id
      dataRoots {
        name
        freeGiB
      }
    }
  }
}
    `) as unknown as TypedDocumentString<NodeDataRootsQuery, NodeDataRootsQueryVariables>;
export const StartOperationDocument = new TypedDocumentString(`
    mutation StartOperation($nodeId: ID!, $kind: NodeOperationKind!, $params: JSON) {
  startNodeOperation(where: {id: $nodeId}, kind: $kind, params: $params) {
    id
  }
}
    `) as unknown as TypedDocumentString<StartOperationMutation, StartOperationMutationVariables>;