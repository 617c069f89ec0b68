import { setTimeout as delay } from 'node:timers/promises';
import type { Plugin } from 'graphql-yoga';
import { TokenBuckets } from '../../../../timing/token-buckets.ts';
import { tooManyRequests } from '../../../platform/input/errors.ts';
import { callerIdOf } from '../../../request/caller.ts';
import type { ServerContext } from './authenticate.ts';
import { maxTextLength } from './query-limits.ts';

/** In words and signs: each takes about 50 µs of the only thread. A page of the console has less than a burst. */
const rate = { burst: 4000, perSecond: 1000, maxOwners: 10_000 };
const maxWaitSeconds = 5;

/**
 * Parsing and validating block everybody, so a caller's documents that are not cached wait for each other. Programs
 * repeat their documents, with variables.
 */
export const newDocuments = (
  cache: { has(text: string): boolean },
  buckets = new TokenBuckets(rate),
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
