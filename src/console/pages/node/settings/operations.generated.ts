/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type NodeDataRootsQueryVariables = Exact<{
  id: string;
}>;


export type NodeDataRootsQuery = { node: { id: string, dataRoot: string | null, executor: { id: string, dataRoots: Array<{ name: string, freeGiB: number | null }> } } | null };

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