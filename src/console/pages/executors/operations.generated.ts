/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type ListedRoomFragment = { total: number | null, overcommit: number, promised: number, used: number, free: number | null };

export type ExecutorListQueryVariables = Exact<{
  where?: Types.ExecutorWhereInput | null | undefined;
  orderBy?: Array<Types.ExecutorOrderByInput> | Types.ExecutorOrderByInput | null | undefined;
  take?: number | null | undefined;
  cursor?: string | null | undefined;
}>;


export type ExecutorListQuery = { executorsConnection: { nodes: Array<{ id: string, name: string, version: string, status: Types.ExecutorStatus, lastSeenAt: string, uninstalledAt: string | null, recovery: Types.RecoveryState | null, cordon: { reason: string } | null, drain: { completedAt: string | null, remaining: number } | null, diskForecast: { daysUntilFull: number | null } | null, room: { nodes: number, cpuCores: { total: number | null, overcommit: number, promised: number, used: number, free: number | null }, memoryMiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null }, diskGiB: { total: number | null, overcommit: number, promised: number, used: number, free: number | null } } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

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
export const ListedRoomFragmentDoc = new TypedDocumentString(`
    fragment ListedRoom on Room {
  total
  overcommit
  promised
  used
  free
}
    `, {"fragmentName":"ListedRoom"}) as unknown as TypedDocumentString<ListedRoomFragment, unknown>;
export const ExecutorListDocument = new TypedDocumentString(`
    query ExecutorList($where: ExecutorWhereInput, $orderBy: [ExecutorOrderByInput!], $take: Int, $cursor: String) {
  executorsConnection(
    where: $where
    orderBy: $orderBy
    take: $take
    cursor: $cursor
  ) {
    nodes {
      id
      name
      version
      status
      lastSeenAt
      uninstalledAt
      recovery
      cordon {
        reason
      }
      drain {
        completedAt
        remaining
      }
      diskForecast {
        daysUntilFull
      }
      room {
        nodes
        cpuCores {
          ...ListedRoom
        }
        memoryMiB {
          ...ListedRoom
        }
        diskGiB {
          ...ListedRoom
        }
      }
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    fragment ListedRoom on Room {
  total
  overcommit
  promised
  used
  free
}`) as unknown as TypedDocumentString<ExecutorListQuery, ExecutorListQueryVariables>;