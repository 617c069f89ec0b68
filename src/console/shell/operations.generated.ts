/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type FindForPaletteQueryVariables = Exact<{
  text: string;
}>;


export type FindForPaletteQuery = { nodes: Array<{ id: string, name: string, network: Types.Network, desiredState: Types.DesiredState, health: { summary: string }, status: { phase: Types.NodePhase } }> | null, executors: Array<{ id: string, name: string, status: Types.ExecutorStatus }> | null, notificationIncidents: { nodes: Array<{ id: string, severity: Types.AlertSeverity, subjectName: string, message: string }> } | null, members: Array<{ person: { email: string, name: string } }> | null };

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

export const FindForPaletteDocument = new TypedDocumentString(`
    query FindForPalette($text: String!) {
  nodes(where: {name: {contains: $text, mode: insensitive}}, take: 6) {
    id
    name
    network
    desiredState
    health {
      summary
    }
    status {
      phase
    }
  }
  executors(where: {name: {contains: $text, mode: insensitive}}, take: 6) {
    id
    name
    status
  }
  notificationIncidents(status: open, filter: {take: 100}) {
    nodes {
      id
      severity
      subjectName
      message
    }
  }
  members(take: 500) {
    person {
      email
      name
    }
  }
}
    `) as unknown as TypedDocumentString<FindForPaletteQuery, FindForPaletteQueryVariables>;