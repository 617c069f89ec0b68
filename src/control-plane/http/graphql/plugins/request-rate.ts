import type { Plugin } from 'graphql-yoga';
import { TokenBuckets } from '../../../../timing/token-buckets.ts';
import { tooManyRequests } from '../../../platform/input/errors.ts';
import { callerIdOf } from '../../../request/caller.ts';
import type { RequestContext } from '../../../request/context.ts';
import type { ServerContext } from './authenticate.ts';

/** A request takes a token. A thousand agents that share a key, and start at once, stay below this. */
const rate = { burst: 3000, perSecond: 500, maxOwners: 10_000 };
/** An expensive answer takes more tokens: one per this many values. */
const valuesPerToken = 250;
/** Milliseconds of database time: two busy connections. A script that waits for each answer stays below this. */
const databaseTime = { burst: 20_000, perSecond: 2000, maxOwners: 10_000 };

/** Limits the requests and answers of a key or session, and a person's database time. After `authenticate`. */
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
        // Agents wait for each other's locks, so their share of the connections bounds them instead.
        if (caller.purpose === 'personal')
          databaseBuckets.add(callerIdOf(caller), -Math.min(budget.databaseMs, databaseTime.burst));
      },
    }),
  };
}
