import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GraphQLError } from 'graphql';
import { apiError } from '../../platform/input/errors.ts';

/** One request with its answer. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
}

/** Answers with an error of the API that has its HTTP status. */
export function answerError(
  response: ServerResponse,
  { message, extensions }: Pick<GraphQLError, 'message' | 'extensions'>,
): void {
  const { http, ...rest } = extensions;
  const { status, headers } = http as { status: number; headers?: Record<string, string> };
  response
    // That of an error inside an answer of the API, which has no status of its own.
    .writeHead(status === 200 ? 500 : status, {
      connection: 'close',
      'content-type': 'application/json; charset=utf-8',
      ...headers,
    })
    .end(JSON.stringify({ errors: [{ message, extensions: rest }] }));
}

/** Refuses a request that does not call the API. */
export const refuse = (response: ServerResponse, status: number, message: string): void =>
  answerError(response, apiError('invalid_input', message, { http: { status } }));
