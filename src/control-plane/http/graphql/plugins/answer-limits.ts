import { setTimeout as delay } from 'node:timers/promises';
import type { ExecutionResult } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import { maxAgentAnswerBytes } from '../../../../contract/limits.ts';
import { databaseAway, invalidQuery, timedOut } from '../../../platform/input/errors.ts';
import type { Caller } from '../../../request/caller.ts';
import type { RequestContext } from '../../../request/context.ts';
import type { AskDatabase } from '../health.ts';
import type { ServerContext } from './authenticate.ts';
import { operationTypeOf } from './bound-queries.ts';

/** Computed and serialized within a tenth of a second, while all other requests wait. */
const maxValues = 60_000;

/** The desired state of 10,000 nodes. */
const maxValuesOfAgents = 1_000_000;

const maxBytesOfPersons = maxAgentAnswerBytes / 2;

/** A mutation continues in any case, and one may change 500 nodes. Proxies usually wait for 60 seconds. */
const maxSeconds = { query: 20, change: 50 };

/** A nested list may fail once per entry. */
const maxErrors = 50;

export const maxAnswerValues = (caller: Caller | null): number =>
  caller?.purpose === 'executor' ? maxValuesOfAgents : maxValues;

/**
 * Refuses to serialize an answer that is too large, and stops waiting for one that takes too long. An answer that waits
 * for a database that does not respond does not ask for too much.
 */
export const answerLimits = (askDatabase: AskDatabase, limit = maxSeconds): Plugin<RequestContext, ServerContext> => ({
  onExecute: ({ args: { contextValue, document, operationName }, executeFn, setExecuteFn }) => {
    const isQuery = operationTypeOf(document, operationName) === 'query';
    const seconds = isQuery ? limit.query : limit.change;
    setExecuteFn(async (args) => {
      const answered = new AbortController();
      const late = delay(seconds * 1000, undefined, { signal: answered.signal }).then(async () => {
        const isAway = (await askDatabase()) === undefined;
        if (isQuery) contextValue.ending.abort();
        return { errors: [isAway ? databaseAway() : timedOut(seconds)] };
      });
      // The race reports it; later errors are its own abort.
      late.catch(() => undefined);
      try {
        return await Promise.race([executeFn(args), late]);
      } finally {
        answered.abort();
      }
    });
  },
  onExecutionResult: ({ result, setResult, context }) => {
    if (result === undefined || Array.isArray(result) || isAsyncIterable(result)) return;
    const limitBytes = context.caller?.purpose === 'executor' ? maxAgentAnswerBytes : maxBytesOfPersons;
    setResult(fitAnswer(result, limitBytes));
  },
});

export function fitAnswer({ errors, ...answer }: ExecutionResult, limitBytes: number): ExecutionResult {
  if (answerSize(answer.data, limitBytes) > limitBytes)
    return {
      errors: [
        invalidQuery(
          `the answer is larger than ${limitBytes / 1024 / 1024} MiB: request fewer entries (take) or fewer fields`,
        ),
      ],
    };
  return errors === undefined ? answer : { ...answer, errors: [...new Set(errors)].slice(0, maxErrors) };
}

export function answerSize(value: unknown, maxBytes: number): number {
  let bytes = 0;
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    if (typeof next === 'string') bytes += Buffer.byteLength(next) + 3;
    else if (typeof next === 'object' && next !== null) {
      for (const [key, inner] of Object.entries(next)) {
        if (!Array.isArray(next)) bytes += key.length + 3;
        rest.push(inner);
      }
    } else bytes += 5;
    if (bytes > maxBytes) return Number.POSITIVE_INFINITY;
  }
  return bytes;
}
