import { type ExecutionResult, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import type { AskDatabase } from '../../../../src/control-plane/http/graphql/health.ts';
import { boundQueries } from '../../../../src/control-plane/http/graphql/plugins/bound-queries.ts';
import { FairQueue } from '../../../../src/control-plane/platform/database/pool/fair-queue.ts';
import { owner } from '../../../harness/callers.ts';

type Execute = (args: object) => Promise<ExecutionResult>;

/** Returns what executes queries of one caller, of which one may run at a time. */
function bounded(askDatabase: AskDatabase, executeFn: Execute): () => Promise<ExecutionResult> {
  const queue = new FairQueue({ places: 9, perOrganization: 9, perCaller: 1, waitMs: 10 });
  const { onExecute } = boundQueries(askDatabase, queue);
  return () => {
    const args = {
      document: parse('{ nodes { id } }'),
      contextValue: { caller: owner, ending: new AbortController() },
    };
    let execute = executeFn;
    const setExecuteFn = (changed: Execute) => {
      execute = changed;
    };
    void onExecute?.({ args, executeFn, setExecuteFn } as never);
    return execute(args);
  };
}

describe('a query that waits too long for the caller’s others', () => {
  /** What its caller gets. */
  async function answered(askDatabase: AskDatabase) {
    const running = Promise.withResolvers<ExecutionResult>();
    const query = bounded(askDatabase, () => running.promise);
    const first = query();
    const { errors } = await query();
    running.resolve({ data: {} });
    expect(await first).toEqual({ data: {} });
    return errors?.map(({ extensions }) => extensions);
  }

  test('is unavailable while the database does not answer', async () => {
    expect(await answered(async () => undefined)).toMatchObject([
      { code: 'unavailable', retryable: true, retryAfterSeconds: 5, http: { status: 503 } },
    ]);
  });

  test.each([true, false])('is refused for the caller if the database answers (writable: %s)', async (isWritable) => {
    expect(await answered(async () => isWritable)).toMatchObject([
      { code: 'rate_limited', retryable: true, retryAfterSeconds: 5, http: { status: 429 } },
    ]);
  });
});
