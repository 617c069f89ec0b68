import { setTimeout as delay } from 'node:timers/promises';
import type { Plugin } from 'graphql-yoga';
import { tokenBuckets } from '../../../../timing/token-buckets.ts';
import { tooManyRequests } from '../../../platform/input/errors.ts';
import { callerIdOf } from '../../../request/caller.ts';
import type { RequestContext } from '../../../request/context.ts';
import type { ServerContext } from './authenticate.ts';
import { maxTextLength } from './query-limits.ts';

/** A request takes a token. A thousand agents that share a key, and start at once, stay below this. */
const rate = { burst: 3000, perSecond: 500, maxOwners: 10_000 };
/** An expensive answer takes more tokens: one per this many values. */
const valuesPerToken = 250;
/** Milliseconds of database time: two busy connections. A script that waits for each answer stays below this. */
const databaseTime = { burst: 20_000, perSecond: 2000, maxOwners: 10_000 };

/** Limits the requests and answers of a key or session, and a person's database time. After `authenticate`. */
export const requestRate = (
  buckets = tokenBuckets(rate),
  databaseBuckets = tokenBuckets(databaseTime),
): Plugin<RequestContext, ServerContext> => ({
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
});

/** In words and signs: each takes about 50 µs of the only thread. A page of the console has less than a burst. */
const wordRate = { burst: 4000, perSecond: 1000, maxOwners: 10_000 };
const maxWaitSeconds = 5;

/**
 * Parsing and validating block everybody, so a caller's documents that are not cached wait for each other. Programs
 * repeat their documents, with variables.
 */
export const newDocuments = (
  cache: { has(text: string): boolean },
  buckets = tokenBuckets(wordRate),
  sleep: (ms: number) => Promise<unknown> = delay,
): Plugin<object, ServerContext> => ({
  onParams: async ({ params: { query }, context: { caller } }) => {
    if (caller === null || typeof query !== 'string' || cache.has(query)) return;
    const owner = callerIdOf(caller);
    const seconds = buckets.secondsUntilFree(owner);
    if (seconds > maxWaitSeconds) throw tooManyRequests(seconds);
    buckets.add(owner, -wordsOf(query.slice(0, maxTextLength)));
    if (seconds > 0) await sleep(seconds * 1000);
  },
});

const wordsOf = (text: string): number => text.match(/\w+|[^\w\s]/g)?.length ?? 0;
