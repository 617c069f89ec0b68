/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type RolloutMembersQueryVariables = Exact<{
  id: string;
  take?: number | null | undefined;
  skip?: number | null | undefined;
}>;


export type RolloutMembersQuery = { upgradeRollout: { id: string, members: Array<{ group: number, state: Types.UpgradeRolloutMemberState, reason: string | null, id: string, executor: { id: string, name: string } | null, upgrade: { state: Types.UpgradeState, progress: number | null, reason: string | null } | null }> } | null };

export type UpgradeFieldsFragment = { id: string, fromVersion: string, targetVersion: string, state: Types.UpgradeState, progress: number | null, reason: string | null, requestedBy: string, requestedAt: string, deadline: string, endedAt: string | null };

export type UpgradeableFieldsFragment = { id: string, name: string, version: string, channel: string, status: Types.ExecutorStatus, upgradability: { canUpgrade: boolean, reason: string | null, platform: string, packaging: Types.AgentPackaging } | null, upgrade: { id: string, fromVersion: string, targetVersion: string, state: Types.UpgradeState, progress: number | null, reason: string | null, requestedBy: string, requestedAt: string, deadline: string, endedAt: string | null } | null };

export type ExecutorUpgradesQueryVariables = Exact<{
  id: string;
}>;


export type ExecutorUpgradesQuery = { executor: { id: string, name: string, version: string, channel: string, status: Types.ExecutorStatus, upgrades: Array<{ id: string, fromVersion: string, targetVersion: string, state: Types.UpgradeState, progress: number | null, reason: string | null, requestedBy: string, requestedAt: string, deadline: string, endedAt: string | null }>, upgradability: { canUpgrade: boolean, reason: string | null, platform: string, packaging: Types.AgentPackaging } | null, upgrade: { id: string, fromVersion: string, targetVersion: string, state: Types.UpgradeState, progress: number | null, reason: string | null, requestedBy: string, requestedAt: string, deadline: string, endedAt: string | null } | null } | null };

export type UpgradeableExecutorsQueryVariables = Exact<{
  take?: number | null | undefined;
  cursor?: string | null | undefined;
}>;


export type UpgradeableExecutorsQuery = { executorsConnection: { nodes: Array<{ id: string, name: string, version: string, channel: string, status: Types.ExecutorStatus, upgradability: { canUpgrade: boolean, reason: string | null, platform: string, packaging: Types.AgentPackaging } | null, upgrade: { id: string, fromVersion: string, targetVersion: string, state: Types.UpgradeState, progress: number | null, reason: string | null, requestedBy: string, requestedAt: string, deadline: string, endedAt: string | null } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

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
export const UpgradeFieldsFragmentDoc = new TypedDocumentString(`
    fragment UpgradeFields on ExecutorUpgrade {
  id
  fromVersion
  targetVersion
  state
  progress
  reason
  requestedBy
  requestedAt
  deadline
  endedAt
}
    `, {"fragmentName":"UpgradeFields"}) as unknown as TypedDocumentString<UpgradeFieldsFragment, unknown>;
export const UpgradeableFieldsFragmentDoc = new TypedDocumentString(`
    fragment UpgradeableFields on Executor {
  id
  name
  version
  channel
  status
  upgradability {
    canUpgrade
    reason
    platform
    packaging
  }
  upgrade {
    ...UpgradeFields
  }
}
    fragment UpgradeFields on ExecutorUpgrade {
  id
  fromVersion
  targetVersion
  state
  progress
  reason
  requestedBy
  requestedAt
  deadline
  endedAt
}`, {"fragmentName":"UpgradeableFields"}) as unknown as TypedDocumentString<UpgradeableFieldsFragment, unknown>;
export const RolloutMembersDocument = new TypedDocumentString(`
    query RolloutMembers($id: ID!, $take: Int, $skip: Int) {
  upgradeRollout(where: {id: $id}) {
    id
    members(take: $take, skip: $skip) {
      id: executorName
      group
      state
      reason
      executor {
        id
        name
      }
      upgrade {
        state
        progress
        reason
      }
    }
  }
}
    `) as unknown as TypedDocumentString<RolloutMembersQuery, RolloutMembersQueryVariables>;
export const ExecutorUpgradesDocument = new TypedDocumentString(`
    query ExecutorUpgrades($id: ID!) {
  executor(where: {id: $id}) {
    ...UpgradeableFields
    upgrades(take: 20) {
      ...UpgradeFields
    }
  }
}
    fragment UpgradeFields on ExecutorUpgrade {
  id
  fromVersion
  targetVersion
  state
  progress
  reason
  requestedBy
  requestedAt
  deadline
  endedAt
}
fragment UpgradeableFields on Executor {
  id
  name
  version
  channel
  status
  upgradability {
    canUpgrade
    reason
    platform
    packaging
  }
  upgrade {
    ...UpgradeFields
  }
}`) as unknown as TypedDocumentString<ExecutorUpgradesQuery, ExecutorUpgradesQueryVariables>;
export const UpgradeableExecutorsDocument = new TypedDocumentString(`
    query UpgradeableExecutors($take: Int, $cursor: String) {
  executorsConnection(orderBy: [{name: asc}], take: $take, cursor: $cursor) {
    nodes {
      ...UpgradeableFields
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    fragment UpgradeFields on ExecutorUpgrade {
  id
  fromVersion
  targetVersion
  state
  progress
  reason
  requestedBy
  requestedAt
  deadline
  endedAt
}
fragment UpgradeableFields on Executor {
  id
  name
  version
  channel
  status
  upgradability {
    canUpgrade
    reason
    platform
    packaging
  }
  upgrade {
    ...UpgradeFields
  }
}`) as unknown as TypedDocumentString<UpgradeableExecutorsQuery, UpgradeableExecutorsQueryVariables>;