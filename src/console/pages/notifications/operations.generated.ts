/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type NotificationSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type NotificationSettingsQuery = { notificationSettings: { revision: number, thresholds: { executorOfflineSeconds: number, nodeFailingSeconds: number, crashLoopExits: number, syncStalledMinutes: number, noPeersMinutes: number, blocksBehind: number, tipProbability: number, memoryPercent: number, diskFreePercent: number, diskFullDays: number, keyEndsDays: number, channelFailingMinutes: number } } | null };

export type NodeOverridesQueryVariables = Exact<{
  take?: number | null | undefined;
  skip?: number | null | undefined;
}>;


export type NodeOverridesQuery = { notificationSettings: { nodeOverrides: Array<{ nodeName: string, muted: boolean, mutedUntil: string | null, id: string, thresholds: { nodeFailingSeconds: number | null, crashLoopExits: number | null, syncStalledMinutes: number | null, noPeersMinutes: number | null, blocksBehind: number | null, tipProbability: number | null, memoryPercent: number | null } }> } | null };

export type NotificationNodesQueryVariables = Exact<{
  where?: Types.NodeWhereInput | null | undefined;
}>;


export type NotificationNodesQuery = { nodes: Array<{ id: string, name: string }> | null };

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

export const NotificationSettingsDocument = new TypedDocumentString(`
    query NotificationSettings {
  notificationSettings {
    revision
    thresholds {
      executorOfflineSeconds
      nodeFailingSeconds
      crashLoopExits
      syncStalledMinutes
      noPeersMinutes
      blocksBehind
      tipProbability
      memoryPercent
      diskFreePercent
      diskFullDays
      keyEndsDays
      channelFailingMinutes
    }
  }
}
    `) as unknown as TypedDocumentString<NotificationSettingsQuery, NotificationSettingsQueryVariables>;
export const NodeOverridesDocument = new TypedDocumentString(`
    query NodeOverrides($take: Int, $skip: Int) {
  notificationSettings {
    nodeOverrides(take: $take, skip: $skip) {
      id: nodeId
      nodeName
      muted
      mutedUntil
      thresholds {
        nodeFailingSeconds
        crashLoopExits
        syncStalledMinutes
        noPeersMinutes
        blocksBehind
        tipProbability
        memoryPercent
      }
    }
  }
}
    `) as unknown as TypedDocumentString<NodeOverridesQuery, NodeOverridesQueryVariables>;
export const NotificationNodesDocument = new TypedDocumentString(`
    query NotificationNodes($where: NodeWhereInput) {
  nodes(where: $where, take: 50) {
    id
    name
  }
}
    `) as unknown as TypedDocumentString<NotificationNodesQuery, NotificationNodesQueryVariables>;