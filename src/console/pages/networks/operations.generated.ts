/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type IncidentBranchesQueryVariables = Exact<{
  id: string;
}>;


export type IncidentBranchesQuery = { notificationIncident: { id: string, branches: Array<{ parent: number | null, forkHeight: number | null, firstHash: string | null, otherHash: string | null, height: number, hash: string, blocks: number | null, reasons: Array<string>, nodeCount: number, nodes: Array<{ id: string, name: string, client: Types.Client, clientVersion: string, height: number, isAnswering: boolean, isSyncing: boolean }> }> | null } | null };

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

export const IncidentBranchesDocument = new TypedDocumentString(`
    query IncidentBranches($id: ID!) {
  notificationIncident(where: {id: $id}) {
    id
    branches {
      parent
      forkHeight
      firstHash
      otherHash
      height
      hash
      blocks
      reasons
      nodeCount
      nodes {
        id
        name
        client
        clientVersion
        height
        isAnswering
        isSyncing
      }
    }
  }
}
    `) as unknown as TypedDocumentString<IncidentBranchesQuery, IncidentBranchesQueryVariables>;