/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type EventListQueryVariables = Exact<{
  filter: Types.EventFilterInput;
}>;


export type EventListQuery = { events: { nodes: Array<{ id: string, at: string, level: Types.EventLevel, kind: string, message: string, executorName: string | null, nodeName: string | null, nodeId: string | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

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

export const EventListDocument = new TypedDocumentString(`
    query EventList($filter: EventFilterInput!) {
  events(filter: $filter) {
    nodes {
      id
      at
      level
      kind
      message
      executorName
      nodeName
      nodeId
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    `) as unknown as TypedDocumentString<EventListQuery, EventListQueryVariables>;