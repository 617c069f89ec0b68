import { useEffect, useReducer, useRef, useState } from 'react';
import { RateLimitedError, SatrapError, UnavailableError } from '../../../../client/error.ts';
import { NodeLogDocument, OpenAgentRequestDocument } from '../../../../client/operations.generated.ts';
import { maxLogLines } from '../../../../contract/limits.ts';
import { type FollowedText, textsOf } from '../../../../contract/log-texts.ts';
import { Backoff } from '../../../../timing/backoff.ts';
import type { Api } from '../../../api/api.ts';
import { pause } from '../../../api/connection.ts';
import { useApi } from '../../../api/use-api.tsx';
import type { RangeSearch } from '../../addresses.ts';
import { boundsOf } from '../../time-range/time-range.ts';
import { type KeptLines, keep, noLines } from './log-lines.ts';
import { readPastLog } from './past-log.ts';

/** Batches lines for this long. */
const gatherMs = 100;
/** A host that responds sends the first lines within this long. */
const silenceMs = 3000;

interface ShownLog extends RangeSearch {
  /** The initial number of lines without a time range. */
  tail: number;
  follows: boolean;
}

/**
 * The log of a node: its last lines, or those of a time range, and, while `follows`, new ones. A range that has ended is
 * read once. `error`: why it stopped; null while it runs or retries. `isSilent`: whether the host has sent nothing for
 * seconds. `isRead`: whether all of a range that has ended is there.
 */
export function useLog(nodeId: string, { tail, follows, range, from, to }: ShownLog) {
  const api = useApi();
  const [kept, add] = useReducer(
    (lines: KeptLines, texts: readonly FollowedText[] | 'new') => (texts === 'new' ? noLines : keep(lines, texts)),
    noLines,
  );
  const [failure, setFailure] = useState<{ of: string; reason: unknown }>();
  const [silent, setSilent] = useState<string>();
  const [read, setRead] = useState<string>();
  const [tries, retry] = useReducer((count: number) => count + 1, 0);
  const shown = useRef<{ of?: string; until?: string }>({});
  const isPast = to !== undefined;
  const runs = follows || isPast;
  const of = [nodeId, tail, range, from, to].join(' ');
  const attempt = `${of} ${runs} ${tries}`;
  useEffect(() => {
    if (!runs) return;
    const continues = !isPast && shown.current.of === of;
    if (!continues) add('new');
    const stop = new AbortController();
    const silence = setTimeout(() => setSilent(attempt), silenceMs);
    const gathered: FollowedText[] = [];
    let flushes: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      flushes = undefined;
      add(gathered.splice(0));
    };
    const take = (texts: readonly FollowedText[]) => {
      shown.current = { of, until: isoOf(api.clock.now()) };
      gathered.push(...texts);
      flushes ??= setTimeout(flush, gatherMs);
    };
    const bounds = boundsOf({ range, from, to }, api.clock.now());
    const start = continues ? shown.current.until : bounds.from;
    const lines = bounds.from === undefined ? tail : maxLogLines;
    const reading = isPast
      ? readPastLog(api, nodeId, bounds, stop.signal).then((past) => {
          take(past.map((line) => ({ line })));
          setRead(attempt);
        })
      : followLog(api, { nodeId, tail: lines, from: start ?? null, take, signal: stop.signal });
    void reading.catch((reason: unknown) => {
      if (!stop.signal.aborted) setFailure({ of: attempt, reason });
    });
    return () => {
      stop.abort();
      clearTimeout(silence);
      clearTimeout(flushes);
      if (gathered.length > 0) flush();
    };
  }, [api, nodeId, tail, range, from, to, isPast, runs, of, attempt]);
  const isRead = read === attempt;
  const isSilent = silent === attempt && kept.rows.length === 0 && !isRead;
  return { ...kept, error: failure?.of === attempt ? failure.reason : null, isSilent, isRead, retry };
}

const isoOf = (ms: number): string => new Date(ms).toISOString();

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

/** Follows a log until `signal` aborts, over as many sessions and streams as needed. Throws SatrapError for permanent errors. */
async function followLog(api: Api, { nodeId, tail, from, take, signal }: FollowOptions): Promise<void> {
  const backoff = new Backoff(reopens);
  let args = { tail, from };
  let session: { requestId: string; expected: number } | undefined;
  // A lost session continues from the last contact.
  const heard = (atMs = api.clock.now()) => {
    args = { tail: maxLogLines, from: isoOf(atMs - marginMs) };
  };
  while (!signal.aborted) {
    try {
      if (session === undefined) {
        const openedAtMs = api.clock.now();
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
