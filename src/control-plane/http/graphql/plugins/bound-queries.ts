import { addAbortListener } from 'node:events';
import { type DocumentNode, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { FairQueue, QueueTimeout } from '../../../platform/database/pool/fair-queue.ts';
import { databaseAway, tooManyRequests } from '../../../platform/input/errors.ts';
import { ownerOf } from '../../../request/caller.ts';
import type { RequestContext } from '../../../request/context.ts';
import type { AskDatabase } from '../health.ts';
import type { ServerContext } from './authenticate.ts';

const limits = { places: Number.POSITIVE_INFINITY, perOrganization: 8, perCaller: 4, waitMs: 5000 };

const retryAfterSeconds = 5;

/**
 * Bounds the concurrent queries of a person and of an organization, and cancels those whose client has gone. A mutation
 * always completes, because its client may rely on it. After `answerLimits`: waiting does not count as its time.
 *
 * A query waits for the caller's others. If those wait for a database that does not answer, the caller did nothing wrong.
 */
export const boundQueries = (
  askDatabase: AskDatabase,
  queue = new FairQueue(limits),
): Plugin<RequestContext, ServerContext> => ({
  onExecute: ({ args: { contextValue, document, operationName }, executeFn, setExecuteFn }) => {
    const { caller, ending } = contextValue;
    const { request } = contextValue as Partial<{ request: Request }>;
    if (caller?.purpose !== 'personal' || operationTypeOf(document, operationName) !== 'query') return;
    setExecuteFn(async (args) => {
      using _gone = request && addAbortListener(request.signal, () => ending.abort());
      const leave = await queue.take(ownerOf(caller), ending.signal).catch((error: unknown) => {
        if (error instanceof QueueTimeout || ending.signal.aborted) return undefined;
        throw error;
      });
      if (leave === undefined) {
        const isAway = (await askDatabase()) === undefined;
        return { errors: [isAway ? databaseAway() : tooManyRequests(retryAfterSeconds)] };
      }
      try {
        return await executeFn(args);
      } finally {
        leave();
      }
    });
  },
});

export const operationTypeOf = (document: DocumentNode, operationName?: string | null) =>
  getOperationAST(document, operationName)?.operation;
