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
/** A host that responds sends the first lines within this long. */
const silenceMs = 3000;

/**
 * The log of a node: its last lines and, while `follows`, new ones. `error`: why it stopped; null while it runs or retries.
 * `isSilent`: whether the host has sent nothing for seconds.
 */
export function useLog(nodeId: string, { tail, follows }: { tail: number; follows: boolean }) {
  const api = useApi();
  const [kept, add] = useReducer(
    (lines: KeptLines, texts: readonly FollowedText[] | 'new') => (texts === 'new' ? noLines : keep(lines, texts)),
    noLines,
  );
  const [failure, setFailure] = useState<{ of: string; reason: unknown }>();
  const [silent, setSilent] = useState<string>();
  const [tries, retry] = useReducer((count: number) => count + 1, 0);
  const shown = useRef<{ of?: string; until?: string }>({});
  const attempt = `${nodeId} ${tail} ${follows} ${tries}`;
  useEffect(() => {
    if (!follows) return;
    const of = `${nodeId} ${tail}`;
    const continues = shown.current.of === of;
    if (!continues) add('new');
    const from = continues ? (shown.current.until ?? null) : null;
    const stop = new AbortController();
    const silence = setTimeout(() => setSilent(attempt), silenceMs);
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
    void followLog(api, { nodeId, tail, from, take, signal: stop.signal }).catch((reason: unknown) => {
      if (!stop.signal.aborted) setFailure({ of: attempt, reason });
    });
    return () => {
      stop.abort();
      clearTimeout(silence);
      clearTimeout(flushes);
      if (gathered.length > 0) flush();
    };
  }, [api, nodeId, tail, follows, attempt]);
  const isSilent = silent === attempt && kept.rows.length === 0;
  return { ...kept, error: failure?.of === attempt ? failure.reason : null, isSilent, retry };
}

interface FollowOptions {
  nodeId: string;
  /** The initial number of lines, 1 to 2000. */
  tail: number;
  /** Only lines from this ISO time on. */
  from: string | null;
  take: (texts: readonly FollowedText[]) => void;
  signal: AbortSignal;
}

const reopens = { firstMs: 500, maxMs: 10_000 };
/** The control plane closes streams from time to time; a request survives that. */
const reopenMs = 100;
/** Allows for clock skew: a repeated line is better than a missing one. */
const marginMs = 2000;
const maxTail = 2000;

/** Follows a log until `signal` aborts, over as many sessions and streams as needed. Throws SatrapError for permanent errors. */
async function followLog(api: Api, { nodeId, tail, from, take, signal }: FollowOptions): Promise<void> {
  const backoff = new Backoff(reopens);
  let args = { tail, from };
  let session: { requestId: string; expected: number } | undefined;
  // A lost session continues from the last contact.
  const heard = (atMs = Date.now()) => {
    args = { tail: maxTail, from: new Date(atMs - marginMs).toISOString() };
  };
  while (!signal.aborted) {
    try {
      if (session === undefined) {
        const openedAtMs = Date.now();
        const { openAgentRequest } = await api.mutate(OpenAgentRequestDocument, {
          where: { id: nodeId },
          data: { followLog: args },
        });
        session = { requestId: openAgentRequest.request.id, expected: 0 };
        heard(openedAtMs);
      }
      for await (const { nodeLog } of api.stream(NodeLogDocument, { where: { id: session.requestId } }, signal)) {
        if (nodeLog == null) continue;
        backoff.reset();
        heard();
        take(textsOf(nodeLog, session.expected));
        if (nodeLog.sequence != null) session.expected = nodeLog.sequence + 1;
      }
      await pause(reopenMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      const code = error instanceof SatrapError ? error.code : null;
      if (session !== undefined && code === 'Forbidden') {
        session = undefined;
        take([{ notice: 'log reopened: lines may be missing or repeated here' }]);
      } else if (isTransient(error, code)) await pause(backoff.next(), signal);
      else throw error;
    }
  }
}

/** Whether a retry may succeed: the control plane was unreachable or busy. */
const isTransient = (error: unknown, code: string | null): boolean =>
  error instanceof UnavailableError ||
  error instanceof RateLimitedError ||
  ['unavailable', 'timed_out', 'internal_error'].some((each) => each === code);
