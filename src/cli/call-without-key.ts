import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { GraphQLClient } from 'graphql-request';
import { type Answered, isAnswered } from '../contract/answered.ts';
import { describeApiError } from './api.ts';
import { CommandError } from './command-error.ts';

/** Calls the API without a key. Throws CommandError with the API's message. */
export async function callWithoutKey<T extends object, V extends object>(
  url: string,
  document: TypedDocumentNode<T, V>,
  variables: V,
): Promise<T & Answered<T>> {
  const data = await new GraphQLClient(url)
    .request<T, object>({ document, variables, signal: AbortSignal.timeout(30_000) })
    .catch((error: unknown) => {
      throw new CommandError(describeApiError(error, url));
    });
  if (isAnswered(data)) return data;
  throw new CommandError(`${url} left out what was asked for; is it a control plane of this version?`);
}
