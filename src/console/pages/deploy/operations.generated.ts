/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type DeployOptionsQueryVariables = Exact<{
  where?: Types.ExecutorWhereUniqueInput | null | undefined;
}>;


export type DeployOptionsQuery = { nodeOptions: { networks: Array<Types.Network>, nodeTypes: Array<Types.NodeType>, executor: { id: string, dataRoots: Array<{ name: string, freeGiB: number | null }> } | null, clients: Array<{ client: Types.Client, version: string, lifecycle: { state: Types.ClientLifecycleState, warning: string | null } }> } | null };

export type DeployHostsQueryVariables = Exact<{
  take?: number | null | undefined;
  cursor?: string | null | undefined;
}>;


export type DeployHostsQuery = { executorsConnection: { nodes: Array<{ id: string, name: string, status: Types.ExecutorStatus, cordon: { reason: string } | null, capabilities: { networks: Array<Types.Network>, nodeTypes: Array<Types.NodeType>, clients: Array<{ client: Types.Client, version: string }> }, room: { cpuCores: { available: number | null }, memoryMiB: { total: number | null, available: number | null }, diskGiB: { total: number | null, available: number | null } }, orphans: Array<{ nodeId: string, name: string, data: { network: Types.Network | null, nodeType: Types.NodeType | null, height: number | null, sizeBytes: number | null, wallets: Array<string> | null } | null }> }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export type DeployNamesQueryVariables = Exact<{
  names?: Array<string> | string | null | undefined;
}>;


export type DeployNamesQuery = { nodes: Array<{ id: string, name: string }> | null, nodeCounts: { total: number } | null };

export type DeploySiblingsQueryVariables = Exact<{
  take?: number | null | undefined;
  cursor?: string | null | undefined;
}>;


export type DeploySiblingsQuery = { nodesConnection: { nodes: Array<{ id: string, name: string, network: Types.Network, nodeType: Types.NodeType, desiredState: Types.DesiredState, signet: { challenge: string, seedNodes: Array<string> } | null, executor: { id: string, name: string, status: Types.ExecutorStatus }, metrics: { height: number, sizeOnDiskBytes: number } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export type PreviewDeploymentQueryVariables = Exact<{
  data: Types.NodeCreateInput;
}>;


export type PreviewDeploymentQuery = { previewNodeCreation: { accepted: boolean, notes: Array<string>, issues: Array<{ code: Types.UserErrorCode, path: Array<string>, message: string }>, placement: { reason: string } | null, executor: { id: string, name: string } | null, configChanges: Array<{ key: string, to: string | null, origin: Types.ConfigOrigin | null, note: string | null }> } | null };

export type ReadConfQueryVariables = Exact<{
  data: Types.BitcoinConfInput;
}>;


export type ReadConfQuery = { readBitcoinConf: { network: Types.Network | null, nodeType: Types.NodeType, notes: Array<string>, signet: { challenge: string, seedNodes: Array<string> } | null, overrides: Array<{ key: string, value: string }>, lines: Array<{ number: number, text: string, verdict: Types.BitcoinConfVerdict, reason: string | null }> } | null };

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

export const DeployOptionsDocument = new TypedDocumentString(`
    query DeployOptions($where: ExecutorWhereUniqueInput) {
  nodeOptions(where: $where) {
    executor {
      id
      dataRoots {
        name
        freeGiB
      }
    }
    networks
    nodeTypes
    clients {
      client
      version
      lifecycle {
        state
        warning
      }
    }
  }
}
    `) as unknown as TypedDocumentString<DeployOptionsQuery, DeployOptionsQueryVariables>;
export const DeployHostsDocument = new TypedDocumentString(`
    query DeployHosts($take: Int, $cursor: String) {
  executorsConnection(take: $take, cursor: $cursor) {
    nodes {
      id
      name
      status
      cordon {
        reason
      }
      capabilities {
        networks
        nodeTypes
        clients {
          client
          version
        }
      }
      room {
        cpuCores {
          available
        }
        memoryMiB {
          total
          available
        }
        diskGiB {
          total
          available
        }
      }
      orphans {
        nodeId
        name
        data {
          network
          nodeType
          height
          sizeBytes
          wallets
        }
      }
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    `) as unknown as TypedDocumentString<DeployHostsQuery, DeployHostsQueryVariables>;
export const DeployNamesDocument = new TypedDocumentString(`
    query DeployNames($names: [String!]) {
  nodes(where: {name: {in: $names}}, take: 500) {
    id
    name
  }
  nodeCounts {
    total
  }
}
    `) as unknown as TypedDocumentString<DeployNamesQuery, DeployNamesQueryVariables>;
export const DeploySiblingsDocument = new TypedDocumentString(`
    query DeploySiblings($take: Int, $cursor: String) {
  nodesConnection(take: $take, cursor: $cursor) {
    nodes {
      id
      name
      network
      signet {
        challenge
        seedNodes
      }
      nodeType
      desiredState
      executor {
        id
        name
        status
      }
      metrics {
        height
        sizeOnDiskBytes
      }
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    `) as unknown as TypedDocumentString<DeploySiblingsQuery, DeploySiblingsQueryVariables>;
export const PreviewDeploymentDocument = new TypedDocumentString(`
    query PreviewDeployment($data: NodeCreateInput!) {
  previewNodeCreation(data: $data) {
    accepted
    issues {
      code
      path
      message
    }
    placement {
      reason
    }
    notes
    executor {
      id
      name
    }
    configChanges {
      key
      to
      origin
      note
    }
  }
}
    `) as unknown as TypedDocumentString<PreviewDeploymentQuery, PreviewDeploymentQueryVariables>;
export const ReadConfDocument = new TypedDocumentString(`
    query ReadConf($data: BitcoinConfInput!) {
  readBitcoinConf(data: $data) {
    network
    signet {
      challenge
      seedNodes
    }
    nodeType
    overrides {
      key
      value
    }
    lines {
      number
      text
      verdict
      reason
    }
    notes
  }
}
    `) as unknown as TypedDocumentString<ReadConfQuery, ReadConfQueryVariables>;