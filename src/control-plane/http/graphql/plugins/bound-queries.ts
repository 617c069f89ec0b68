import { addAbortListener } from 'node:events';
import type { Plugin } from 'graphql-yoga';
import { FairQueue, QueueTimeout } from '../../../platform/database/pool/fair-queue.ts';
import { tooManyRequests } from '../../../platform/input/errors.ts';
import { ownerOf } from '../../../request/caller.ts';
import type { RequestContext } from '../../../request/context.ts';
import { operationTypeOf } from '../operation-type.ts';
import type { ServerContext } from './authenticate.ts';

/** Queries that are answered at the same time; the others wait their turn. */
const limits = { places: Number.POSITIVE_INFINITY, perOrganization: 8, perCaller: 4, waitMs: 5000 };
const retryAfterSeconds = 5;

/**
 * Lets a person, and an organization, have only so many queries under way, and ends the statements of one whose client has gone. A mutation
 * is carried out to its end, because a client that has gone may rely on it. Comes after `answerLimits`: waiting is not its time.
 */
export function boundQueries(queue = new FairQueue(limits)): Plugin<RequestContext, ServerContext> {
  return {
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
        if (leave === undefined) return { errors: [tooManyRequests(retryAfterSeconds)] };
        try {
          return await executeFn(args);
        } finally {
          leave();
        }
      });
    },
  };
}
