import { useEffect, useReducer, useRef, useState } from 'react';
import type { FollowedText } from '../../../../contract/log-texts.ts';
import { useApi } from '../../../api/use-api.tsx';
import { followLog } from './follow-log.ts';
import { type KeptLines, keep, noLines } from './kept-lines.ts';

/** What comes close together is shown at once. */
const gatherMs = 100;

export interface Log extends KeptLines {
  /** Why nothing more comes; null while it does, or may. */
  error: unknown;
  /** Tries again after an error. */
  retry: () => void;
}

/** The log of a node: its last lines and, while `follows`, those that are written. */
export function useLog(nodeId: string, { tail, follows }: { tail: number; follows: boolean }): Log {
  const api = useApi();
  const [kept, add] = useReducer(
    (former: KeptLines, texts: readonly FollowedText[] | 'new') => (texts === 'new' ? noLines : keep(former, texts)),
    noLines,
  );
  const [failure, setFailure] = useState<{ of: string; reason: unknown }>();
  const [tries, retry] = useReducer((count: number) => count + 1, 0);
  const shown = useRef<{ of?: string; until?: string }>({});
  const attempt = `${nodeId} ${tail} ${follows} ${tries}`;
  useEffect(() => {
    if (!follows) return;
    const of = `${nodeId} ${tail}`;
    const goesOn = shown.current.of === of;
    if (!goesOn) add('new');
    const since = goesOn ? (shown.current.until ?? null) : null;
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
