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

export type NodeVersionsQueryVariables = Exact<{
  executorId: string;
}>;


export type NodeVersionsQuery = { nodeOptions: { clients: Array<{ client: Types.Client, version: string, lifecycle: { summary: string, warning: string | null } }> } | null };

export type ChangeNodeMutationVariables = Exact<{
  id: string;
  data: Types.NodeUpdateInput;
}>;


export type ChangeNodeMutation = { updateNode: { id: string, waitsFor: string | null } | null };

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
export const NodeVersionsDocument = new TypedDocumentString(`
    query NodeVersions($executorId: ID!) {
  nodeOptions(where: {id: $executorId}) {
    clients {
      client
      version
      lifecycle {
        summary
        warning
      }
    }
  }
}
    `) as unknown as TypedDocumentString<NodeVersionsQuery, NodeVersionsQueryVariables>;
export const ChangeNodeDocument = new TypedDocumentString(`
    mutation ChangeNode($id: ID!, $data: NodeUpdateInput!) {
  updateNode(where: {id: $id}, data: $data) {
    id
    waitsFor
  }
}
    `) as unknown as TypedDocumentString<ChangeNodeMutation, ChangeNodeMutationVariables>;
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