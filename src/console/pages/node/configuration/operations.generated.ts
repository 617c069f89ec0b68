/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type NodeConfigurationQueryVariables = Exact<{
  id: string;
}>;


export type NodeConfigurationQuery = { node: { id: string, revision: number, network: Types.Network, nodeType: Types.NodeType, client: Types.Client, clientVersion: string, configState: Types.ConfigState, resources: { cpuCores: number, memoryMiB: number, diskGiB: number }, overrides: Array<{ key: string, value: string }>, effectiveConfig: Array<{ key: string, value: string | null, origin: Types.ConfigOrigin, note: string | null }> } | null };

export type LastChangeQueryVariables = Exact<{
  id: string;
}>;


export type LastChangeQuery = { auditActions: { nodes: Array<{ at: string, actor: { name: string } }> } | null };

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

export const NodeConfigurationDocument = new TypedDocumentString(`
    query NodeConfiguration($id: ID!) {
  node(where: {id: $id}) {
    id
    revision
    network
    nodeType
    client
    clientVersion
    resources {
      cpuCores
      memoryMiB
      diskGiB
    }
    overrides {
      key
      value
    }
    configState
    effectiveConfig {
      key
      value
      origin
      note
    }
  }
}
    `) as unknown as TypedDocumentString<NodeConfigurationQuery, NodeConfigurationQueryVariables>;
export const LastChangeDocument = new TypedDocumentString(`
    query LastChange($id: ID!) {
  auditActions(
    filter: {targetType: "node", targetId: $id, changed: true, outcome: succeeded, take: 1}
  ) {
    nodes {
      at
      actor {
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LastChangeQuery, LastChangeQueryVariables>;