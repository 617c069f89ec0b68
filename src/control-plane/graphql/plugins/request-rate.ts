import type { Plugin } from 'graphql-yoga';
import { TokenBuckets } from '../../../timing/token-buckets.ts';
import { tooManyRequests } from '../../input/errors.ts';
import type { RequestContext } from '../../request/context.ts';
import type { ServerContext } from './authenticate.ts';

/** A request takes a token. A thousand agents that share a key and come at once, or for months, stay below it. */
const rate = { burst: 3000, perSecond: 500, maxOwners: 10_000 };
/** An expensive answer takes more tokens: one for so many of its values. */
const valuesPerToken = 250;

/** Limits how often a key or session may ask, and how much it may ask for over time. Comes after `authenticate`. */
export function requestRate(buckets = new TokenBuckets(rate)): Plugin<RequestContext, ServerContext> {
  return {
    onRequestParse: ({ serverContext: { caller } }) => {
      const waitSeconds = caller === null ? 0 : buckets.take(caller.credential.id);
      if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
    },
    onExecute: ({ args: { contextValue } }) => ({
      onExecuteDone: () => {
        const { caller, budget } = contextValue;
        if (caller !== null) buckets.add(caller.credential.id, -budget.spent / valuesPerToken);
      },
    }),
  };
}
