/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type NodeOverridesQueryVariables = Exact<{
  where?: Types.NodeWhereUniqueInput | null | undefined;
  take?: number | null | undefined;
  skip?: number | null | undefined;
}>;


export type NodeOverridesQuery = { notificationSettings: { nodeOverrides: Array<{ nodeName: string, muted: boolean, mutedUntil: string | null, id: string, thresholds: { nodeFailingSeconds: number | null, crashLoopExits: number | null, syncStalledMinutes: number | null, noPeersMinutes: number | null, blocksBehind: number | null, tipProbability: number | null, memoryPercent: number | null } }> } | null };

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

export const NodeOverridesDocument = new TypedDocumentString(`
    query NodeOverrides($where: NodeWhereUniqueInput, $take: Int, $skip: Int) {
  notificationSettings {
    nodeOverrides(where: $where, take: $take, skip: $skip) {
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