/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type ActionBeforeFragment = { id: string, at: string, action: string, outcome: Types.AuditOutcome, before: unknown, after: unknown, actor: { name: string } };

export type BeforeIncidentQueryVariables = Exact<{
  action: Types.AuditActionFilterInput;
  change: Types.AuditActionFilterInput;
  events: Types.EventFilterInput;
  hasEvents: boolean;
}>;


export type BeforeIncidentQuery = { action: { nodes: Array<{ id: string, at: string, action: string, outcome: Types.AuditOutcome, before: unknown, after: unknown, actor: { name: string } }> } | null, change: { nodes: Array<{ id: string, at: string, action: string, outcome: Types.AuditOutcome, before: unknown, after: unknown, actor: { name: string } }> } | null, events?: { nodes: Array<{ id: string, at: string, message: string }> } | null };

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
export const ActionBeforeFragmentDoc = new TypedDocumentString(`
    fragment ActionBefore on AuditAction {
  id
  at
  action
  outcome
  before
  after
  actor {
    name
  }
}
    `, {"fragmentName":"ActionBefore"}) as unknown as TypedDocumentString<ActionBeforeFragment, unknown>;
export const BeforeIncidentDocument = new TypedDocumentString(`
    query BeforeIncident($action: AuditActionFilterInput!, $change: AuditActionFilterInput!, $events: EventFilterInput!, $hasEvents: Boolean!) {
  action: auditActions(filter: $action) {
    nodes {
      ...ActionBefore
    }
  }
  change: auditActions(filter: $change) {
    nodes {
      ...ActionBefore
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
    fragment ActionBefore on AuditAction {
  id
  at
  action
  outcome
  before
  after
  actor {
    name
  }
}`) as unknown as TypedDocumentString<BeforeIncidentQuery, BeforeIncidentQueryVariables>;