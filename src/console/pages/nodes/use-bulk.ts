import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { explainError } from '../../display/answers/explain-error.ts';
import { type BulkAct, type BulkResult, withResult } from './bulk.ts';

/** So many nodes are asked at once. */
const atOnce = 4;

/** An act on many nodes, and what came of it. */
export interface Bulk {
  results: readonly BulkResult[];
  isStarted: boolean;
  start: () => void;
}

/** Does an act on some nodes when it is started; one that is refused keeps no other from it. */
export function useBulk({ before, ask }: Pick<BulkAct, 'before' | 'ask'>): Bulk {
  const queries = useQueryClient();
  const [results, setResults] = useState<readonly BulkResult[]>();
  const askOne = async (id: string) => {
    const result = await ask(id).then(
      (waitsFor) => ({ outcome: 'asked for' as const, reason: waitsFor }),
      (error: unknown) => ({ outcome: 'refused' as const, reason: explainError(error).advice }),
    );
    setResults((former) => withResult(former ?? before, id, result));
  };
  const start = async () => {
    setResults(before);
    const left = before.filter(({ outcome }) => outcome === 'waits').map(({ id }) => id);
    const worker = async () => {
      for (let id = left.shift(); id !== undefined; id = left.shift()) await askOne(id);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    await queries.invalidateQueries();
  };
  return { results: results ?? before, isStarted: results !== undefined, start: () => void start() };
}
