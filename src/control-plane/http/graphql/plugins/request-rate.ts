import type { Plugin } from 'graphql-yoga';
import { TokenBuckets } from '../../../../timing/token-buckets.ts';
import { tooManyRequests } from '../../../platform/input/errors.ts';
import { callerIdOf } from '../../../request/caller.ts';
import type { RequestContext } from '../../../request/context.ts';
import type { ServerContext } from './authenticate.ts';

/** A request takes a token. A thousand agents that share a key and come at once, or for months, stay below it. */
const rate = { burst: 3000, perSecond: 500, maxOwners: 10_000 };
/** An expensive answer takes more tokens: one for so many of its values. */
const valuesPerToken = 250;
/** Milliseconds of the database's time: over time, two connections that are always busy. A script that waits for each answer stays below it. */
const databaseTime = { burst: 20_000, perSecond: 2000, maxOwners: 10_000 };

/** Limits how often a key or session may ask, how much it may ask for over time, and how much of the database's time a person takes. Comes after `authenticate`. */
export function requestRate(
  buckets = new TokenBuckets(rate),
  databaseBuckets = new TokenBuckets(databaseTime),
): Plugin<RequestContext, ServerContext> {
  return {
    onRequestParse: ({ serverContext: { caller } }) => {
      if (caller === null) return;
      const waitSeconds = databaseBuckets.secondsUntilFree(callerIdOf(caller)) || buckets.take(caller.credential.id);
      if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
    },
    onExecute: ({ args: { contextValue } }) => ({
      onExecuteDone: () => {
        const { caller, budget } = contextValue;
        if (caller === null) return;
        buckets.add(caller.credential.id, -budget.spent / valuesPerToken);
        // Agents wait for each other's locks: what they do is bounded by their share of the connections.
        if (caller.purpose === 'personal')
          databaseBuckets.add(callerIdOf(caller), -Math.min(budget.databaseMs, databaseTime.burst));
      },
    }),
  };
}
