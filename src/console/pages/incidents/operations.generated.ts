/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type IncidentPageQueryVariables = Exact<{
  id: string;
}>;


export type IncidentPageQuery = { notificationIncident: { id: string, code: Types.AlertCode, severity: Types.AlertSeverity, status: Types.AlertStatus, message: string, advice: string, subjectType: Types.AlertSubjectType, subjectId: string, subjectName: string, executorId: string | null, nodeId: string | null, startedAt: string, openedAt: string, closedAt: string | null, durationSeconds: number, acknowledgedAt: string | null, note: string | null } | null };

export type ActionBeforeFragment = { id: string, at: string, action: string, outcome: Types.AuditOutcome, before: unknown, after: unknown, actor: { name: string } };

export type BeforeIncidentQueryVariables = Exact<{
  action: Types.AuditActionFilterInput;
  change: Types.AuditActionFilterInput;
  events: Types.EventFilterInput;
  hasEvents: boolean;
}>;


export type BeforeIncidentQuery = { action: { nodes: Array<{ id: string, at: string, action: string, outcome: Types.AuditOutcome, before: unknown, after: unknown, actor: { name: string } }> } | null, change: { nodes: Array<{ id: string, at: string, action: string, outcome: Types.AuditOutcome, before: unknown, after: unknown, actor: { name: string } }> } | null, events?: { nodes: Array<{ id: string, at: string, message: string }> } | null };

export type FreeAndTotalFragment = { total: { last: number } | null, free: { last: number } | null };

export type ResourcesBeforeIncidentQueryVariables = Exact<{
  id: string;
  from: string;
  to: string;
}>;


export type ResourcesBeforeIncidentQuery = { executorMetrics: { buckets: Array<{ at: string, cpuCores: { total: { last: number } | null, free: { last: number } | null }, memoryMiB: { total: { last: number } | null, free: { last: number } | null }, diskMiB: { total: { last: number } | null, free: { last: number } | null } }> } | null };

export type IncidentFieldsFragment = { id: string, code: Types.AlertCode, severity: Types.AlertSeverity, status: Types.AlertStatus, message: string, advice: string, subjectType: Types.AlertSubjectType, subjectId: string, subjectName: string, executorId: string | null, nodeId: string | null, startedAt: string, openedAt: string, closedAt: string | null, durationSeconds: number, acknowledgedAt: string | null, note: string | null };

export type IncidentListQueryVariables = Exact<{
  status?: Types.AlertStatus | null | undefined;
  page: Types.CursorPageInput;
}>;


export type IncidentListQuery = { notificationIncidents: { nodes: Array<{ id: string, code: Types.AlertCode, severity: Types.AlertSeverity, status: Types.AlertStatus, message: string, advice: string, subjectType: Types.AlertSubjectType, subjectId: string, subjectName: string, executorId: string | null, nodeId: string | null, startedAt: string, openedAt: string, closedAt: string | null, durationSeconds: number, acknowledgedAt: string | null, note: string | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export type AcknowledgeIncidentMutationVariables = Exact<{
  id: string;
  note?: string | null | undefined;
}>;


export type AcknowledgeIncidentMutation = { acknowledgeIncident: { id: string } | null };

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
export const FreeAndTotalFragmentDoc = new TypedDocumentString(`
    fragment FreeAndTotal on ResourceMetrics {
  total {
    last
  }
  free {
    last
  }
}
    `, {"fragmentName":"FreeAndTotal"}) as unknown as TypedDocumentString<FreeAndTotalFragment, unknown>;
export const IncidentFieldsFragmentDoc = new TypedDocumentString(`
    fragment IncidentFields on AlertIncident {
  id
  code
  severity
  status
  message
  advice
  subjectType
  subjectId
  subjectName
  executorId
  nodeId
  startedAt
  openedAt
  closedAt
  durationSeconds
  acknowledgedAt
  note
}
    `, {"fragmentName":"IncidentFields"}) as unknown as TypedDocumentString<IncidentFieldsFragment, unknown>;
export const IncidentPageDocument = new TypedDocumentString(`
    query IncidentPage($id: ID!) {
  notificationIncident(id: $id) {
    ...IncidentFields
  }
}
    fragment IncidentFields on AlertIncident {
  id
  code
  severity
  status
  message
  advice
  subjectType
  subjectId
  subjectName
  executorId
  nodeId
  startedAt
  openedAt
  closedAt
  durationSeconds
  acknowledgedAt
  note
}`) as unknown as TypedDocumentString<IncidentPageQuery, IncidentPageQueryVariables>;
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
export const ResourcesBeforeIncidentDocument = new TypedDocumentString(`
    query ResourcesBeforeIncident($id: ID!, $from: DateTime!, $to: DateTime!) {
  executorMetrics(executorId: $id, from: $from, to: $to) {
    buckets {
      at
      cpuCores {
        ...FreeAndTotal
      }
      memoryMiB {
        ...FreeAndTotal
      }
      diskMiB {
        ...FreeAndTotal
      }
    }
  }
}
    fragment FreeAndTotal on ResourceMetrics {
  total {
    last
  }
  free {
    last
  }
}`) as unknown as TypedDocumentString<ResourcesBeforeIncidentQuery, ResourcesBeforeIncidentQueryVariables>;
export const IncidentListDocument = new TypedDocumentString(`
    query IncidentList($status: AlertStatus, $page: CursorPageInput!) {
  notificationIncidents(status: $status, page: $page) {
    nodes {
      ...IncidentFields
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    fragment IncidentFields on AlertIncident {
  id
  code
  severity
  status
  message
  advice
  subjectType
  subjectId
  subjectName
  executorId
  nodeId
  startedAt
  openedAt
  closedAt
  durationSeconds
  acknowledgedAt
  note
}`) as unknown as TypedDocumentString<IncidentListQuery, IncidentListQueryVariables>;
export const AcknowledgeIncidentDocument = new TypedDocumentString(`
    mutation AcknowledgeIncident($id: ID!, $note: String) {
  acknowledgeIncident(id: $id, note: $note) {
    id
  }
}
    `) as unknown as TypedDocumentString<AcknowledgeIncidentMutation, AcknowledgeIncidentMutationVariables>;