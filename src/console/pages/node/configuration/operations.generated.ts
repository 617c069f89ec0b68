/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type PreviewNodeChangeQueryVariables = Exact<{
  id: string;
  data: Types.NodeUpdateInput;
}>;


export type PreviewNodeChangeQuery = { previewNodeUpdate: { accepted: boolean, issues: Array<{ code: Types.UserErrorCode, path: Array<string>, message: string }>, changes: Array<{ field: string, from: string | null, to: string | null, consequences: Array<{ kind: Types.ConsequenceKind, message: string }> }>, configChanges: Array<{ key: string, from: string | null, to: string | null, origin: Types.ConfigOrigin | null, note: string | null }> } | null };

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

export const PreviewNodeChangeDocument = new TypedDocumentString(`
    query PreviewNodeChange($id: ID!, $data: NodeUpdateInput!) {
  previewNodeUpdate(data: $data, where: {id: $id}) {
    accepted
    issues {
      code
      path
      message
    }
    changes {
      field
      from
      to
      consequences {
        kind
        message
      }
    }
    configChanges {
      key
      from
      to
      origin
      note
    }
  }
}
    `) as unknown as TypedDocumentString<PreviewNodeChangeQuery, PreviewNodeChangeQueryVariables>;