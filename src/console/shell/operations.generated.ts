/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type FindForPaletteQueryVariables = Exact<{
  text: string;
}>;


export type FindForPaletteQuery = { nodes: Array<{ id: string, name: string, network: Types.Network, status: { phase: Types.NodePhase } }> | null };

export type OrganizationHavingQueryVariables = Exact<{
  id: string;
}>;


export type OrganizationHavingQuery = { viewer: { organizations: Array<{ organization: { id: string, name: string } }> | null } | null };

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
  nodes(where: {name: {contains: $text, mode: insensitive}}, take: 8) {
    id
    name
    network
    status {
      phase
    }
  }
}
    `) as unknown as TypedDocumentString<FindForPaletteQuery, FindForPaletteQueryVariables>;
export const OrganizationHavingDocument = new TypedDocumentString(`
    query OrganizationHaving($id: ID!) {
  viewer {
    organizations(having: $id) {
      organization {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<OrganizationHavingQuery, OrganizationHavingQueryVariables>;