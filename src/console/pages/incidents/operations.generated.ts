/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type BeforeIncidentQueryVariables = Exact<{
  change: Types.AuditActionFilterInput;
  events: Types.EventFilterInput;
  hasEvents: boolean;
}>;


export type BeforeIncidentQuery = { change: { nodes: Array<{ at: string, action: string, outcome: Types.AuditOutcome, before: unknown, after: unknown, actor: { name: string } }> } | null, events?: { nodes: Array<{ id: string, at: string, message: string }> } | null };

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

export const BeforeIncidentDocument = new TypedDocumentString(`
    query BeforeIncident($change: AuditActionFilterInput!, $events: EventFilterInput!, $hasEvents: Boolean!) {
  change: auditActions(filter: $change) {
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
  events(filter: $events) @include(if: $hasEvents) {
    nodes {
      id
      at
      message
    }
  }
}
    `) as unknown as TypedDocumentString<BeforeIncidentQuery, BeforeIncidentQueryVariables>;