import { setTimeout as delay } from 'node:timers/promises';
import type { Plugin } from 'graphql-yoga';
import { tokenBuckets } from '../../../../timing/token-buckets.ts';
import { tooManyRequests } from '../../../platform/input/errors.ts';
import { type Caller, callerIdOf, ownerOf } from '../../../request/caller.ts';
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

/** A token of a request pays for so many bytes and values of its body: about half a millisecond of the only thread. */
const [bytesPerToken, bodyValuesPerToken] = [16 * 1024, 500];
/** What is beyond a usual report also counts for the organization, which may have a thousand keys. */
const freeTokens = 4;
const organizationRate = { burst: 6000, perSecond: 1000, maxOwners: 10_000 };

export type BodyCharges = ReturnType<typeof bodyCharges>;

/** Charges bodies by their size, before they are parsed. `buckets` are those of `requestRate`. */
export function bodyCharges(buckets = tokenBuckets(rate), ofOrganizations = tokenBuckets(organizationRate)) {
  const isLarge = (tokens: number): boolean => tokens > freeTokens;
  const secondsUntilFree = (caller: Caller, tokens: number): number =>
    Math.max(
      buckets.secondsUntilFree(caller.credential.id),
      isLarge(tokens) ? ofOrganizations.secondsUntilFree(ownerOf(caller).organizationId) : 0,
    );
  return {
    buckets,
    /**
     * Returns 0 if a body of so many bytes may be read, else the seconds until it may be sent again. Reading is work too,
     * and a sender that ignores the wait sends a refused body again at once.
     */
    secondsUntilRead: (caller: Caller, bytes: number): number => secondsUntilFree(caller, bytes / bytesPerToken),
    /** Returns 0 if the body is charged, else the seconds until it may be sent again. */
    take: (caller: Caller, { bytes, values }: { bytes: number; values: number }): number => {
      const tokens = bytes / bytesPerToken + values / bodyValuesPerToken;
      const seconds = secondsUntilFree(caller, tokens);
      if (seconds > 0) return seconds;
      buckets.add(caller.credential.id, -tokens);
      if (isLarge(tokens)) ofOrganizations.add(ownerOf(caller).organizationId, freeTokens - tokens);
      return 0;
    },
  };
}

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
