import { useEffect, useReducer, useRef, useState } from 'react';
import { RateLimitedError, SatrapError, UnavailableError } from '../../../../client/error.ts';
import { NodeLogDocument, OpenAgentRequestDocument } from '../../../../client/operations.generated.ts';
import { type FollowedText, textsOf } from '../../../../contract/log-texts.ts';
import { Backoff } from '../../../../timing/backoff.ts';
import type { Api } from '../../../api/api.ts';
import { pause } from '../../../api/connection.ts';
import { useApi } from '../../../api/use-api.tsx';
import { type KeptLines, keep, noLines } from './log-lines.ts';

/** Batches lines for this long. */
const gatherMs = 100;

interface Log extends KeptLines {
  /** Why the log stopped; null while it runs or retries. */
  error: unknown;
  retry: () => void;
}

/** The log of a node: its last lines and, while `follows`, new ones. */
export function useLog(nodeId: string, { tail, follows }: { tail: number; follows: boolean }): Log {
  const api = useApi();
  const [kept, add] = useReducer(
    (lines: KeptLines, texts: readonly FollowedText[] | 'new') => (texts === 'new' ? noLines : keep(lines, texts)),
    noLines,
  );
  const [failure, setFailure] = useState<{ of: string; reason: unknown }>();
  const [tries, retry] = useReducer((count: number) => count + 1, 0);
  const shown = useRef<{ of?: string; until?: string }>({});
  const attempt = `${nodeId} ${tail} ${follows} ${tries}`;
  useEffect(() => {
    if (!follows) return;
    const of = `${nodeId} ${tail}`;
    const continues = shown.current.of === of;
    if (!continues) add('new');
    const since = continues ? (shown.current.until ?? null) : null;
    const stop = new AbortController();
    const gathered: FollowedText[] = [];
    let flushes: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      flushes = undefined;
      add(gathered.splice(0));
    };
    const take = (texts: readonly FollowedText[]) => {
      shown.current = { of, until: new Date().toISOString() };
      gathered.push(...texts);
      flushes ??= setTimeout(flush, gatherMs);
    };
    void followLog({ api, nodeId, tail, since, take, signal: stop.signal }).catch((reason: unknown) => {
      if (!stop.signal.aborted) setFailure({ of: attempt, reason });
    });
    return () => {
      stop.abort();
      clearTimeout(flushes);
      if (gathered.length > 0) flush();
    };
  }, [api, nodeId, tail, follows, attempt]);
  return { ...kept, error: failure?.of === attempt ? failure.reason : null, retry };
}

interface FollowOptions {
  api: Pick<Api, 'query' | 'mutate' | 'stream'>;
  nodeId: string;
  /** The initial number of lines, 1 to 2000. */
  tail: number;
  /** Only lines from this ISO time on. */
  since: string | null;
  take: (texts: readonly FollowedText[]) => void;
  signal: AbortSignal;
}

const reopens = { firstMs: 500, maxMs: 10_000 };
/** The control plane closes streams from time to time; a request survives that. */
const reopenMs = 100;
/** Allows for clock skew: a repeated line is better than a missing one. */
const marginMs = 2000;
const maxTail = 2000;

/** Follows a log until `signal` aborts, and reconnects as needed. Throws SatrapError for permanent errors. */
async function followLog(options: FollowOptions): Promise<void> {
  const { api, nodeId, take, signal } = options;
  const backoff = new Backoff(reopens);
  let { tail, since } = options;
  while (!signal.aborted) {
    try {
      let heardAt = Date.now();
      const args = { tail, since };
      const { openAgentRequest } = await api.mutate(OpenAgentRequestDocument, { nodeId, kind: 'follow_log', args });
      await readLog(options, openAgentRequest.id, () => {
        backoff.reset();
        heardAt = Date.now();
      });
      [tail, since] = [maxTail, new Date(heardAt - marginMs).toISOString()];
    } catch (error) {
      if (signal.aborted) return;
      if (!canPass(error)) throw error;
      await pause(backoff.next(), signal);
      continue;
    }
    if (!signal.aborted) take([{ notice: 'log reopened: lines may be missing or repeated here' }]);
  }
}

/** Reads a log until its request ends, over as many streams as needed. */
async function readLog({ api, take, signal }: FollowOptions, requestId: string, onHeard: () => void): Promise<void> {
  const backoff = new Backoff(reopens);
  let expected = 0;
  while (!signal.aborted) {
    try {
      for await (const { nodeLog } of api.stream(NodeLogDocument, { requestId }, signal)) {
        if (nodeLog == null) continue;
        backoff.reset();
        onHeard();
        take(textsOf(nodeLog, expected));
        if (nodeLog.sequence != null) expected = nodeLog.sequence + 1;
      }
      await pause(reopenMs, signal);
    } catch (error) {
      if (signal.aborted || code(error) === 'Forbidden') return;
      if (!canPass(error)) throw error;
      await pause(backoff.next(), signal);
    }
  }
}

const code = (error: unknown) => (error instanceof SatrapError ? error.code : undefined);

/** Whether a retry may succeed: the control plane was unreachable or busy. */
const canPass = (error: unknown): boolean =>
  error instanceof UnavailableError ||
  error instanceof RateLimitedError ||
  ['unavailable', 'timed_out', 'internal_error'].some((each) => each === code(error));
