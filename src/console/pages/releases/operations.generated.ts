/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type ReleaseListQueryVariables = Exact<{
  where?: Types.ExecutorReleaseWhereInput | null | undefined;
  take?: number | null | undefined;
  skip?: number | null | undefined;
}>;


export type ReleaseListQuery = { executorReleases: Array<{ id: string, version: string, channel: string, notes: string, lowestVersion: string | null, withdrawnAt: string | null, withdrawnReason: string | null, createdAt: string, artifacts: Array<{ platform: string, url: string, sizeBytes: number, sha256: string }>, image: { name: string, digest: string } | null }> | null };

export type PublishReleaseMutationVariables = Exact<{
  data: Types.ExecutorReleaseCreateInput;
}>;


export type PublishReleaseMutation = { createExecutorRelease: { id: string, version: string } | null };

export type ChangeReleaseMutationVariables = Exact<{
  where: Types.ExecutorReleaseWhereUniqueInput;
  data: Types.ExecutorReleaseUpdateInput;
}>;


export type ChangeReleaseMutation = { updateExecutorRelease: { id: string, version: string, withdrawnAt: string | null } | null };

export type DeleteReleaseMutationVariables = Exact<{
  where: Types.ExecutorReleaseWhereUniqueInput;
}>;


export type DeleteReleaseMutation = { deleteExecutorRelease: { id: string, version: string } | null };

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

export const ReleaseListDocument = new TypedDocumentString(`
    query ReleaseList($where: ExecutorReleaseWhereInput, $take: Int, $skip: Int) {
  executorReleases(where: $where, take: $take, skip: $skip) {
    id
    version
    channel
    notes
    lowestVersion
    withdrawnAt
    withdrawnReason
    createdAt
    artifacts {
      platform
      url
      sizeBytes
      sha256
    }
    image {
      name
      digest
    }
  }
}
    `) as unknown as TypedDocumentString<ReleaseListQuery, ReleaseListQueryVariables>;
export const PublishReleaseDocument = new TypedDocumentString(`
    mutation PublishRelease($data: ExecutorReleaseCreateInput!) {
  createExecutorRelease(data: $data) {
    id
    version
  }
}
    `) as unknown as TypedDocumentString<PublishReleaseMutation, PublishReleaseMutationVariables>;
export const ChangeReleaseDocument = new TypedDocumentString(`
    mutation ChangeRelease($where: ExecutorReleaseWhereUniqueInput!, $data: ExecutorReleaseUpdateInput!) {
  updateExecutorRelease(where: $where, data: $data) {
    id
    version
    withdrawnAt
  }
}
    `) as unknown as TypedDocumentString<ChangeReleaseMutation, ChangeReleaseMutationVariables>;
export const DeleteReleaseDocument = new TypedDocumentString(`
    mutation DeleteRelease($where: ExecutorReleaseWhereUniqueInput!) {
  deleteExecutorRelease(where: $where) {
    id
    version
  }
}
    `) as unknown as TypedDocumentString<DeleteReleaseMutation, DeleteReleaseMutationVariables>;