import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { NodeLifecycleAction } from '../../contract/types.generated.ts';
import { useApi } from '../api/use-api.tsx';
import { explainError } from '../display/explain-error.ts';
import { NodeLifecycleDocument } from '../node/operations.generated.ts';
import { type BulkResult, beforeBulk, withResult } from './bulk.ts';
import type { NodeRow } from './shown-node-row.ts';

/** So many nodes are asked at once. */
const atOnce = 4;

/** An act on many nodes. */
export interface Bulk {
  results: readonly BulkResult[];
  isStarted: boolean;
  start: () => void;
}

/** Does an act on some nodes when it is started; one that is refused keeps no other from it. */
export function useBulk(nodes: readonly NodeRow[], act: NodeLifecycleAction): Bulk {
  const api = useApi();
  const queries = useQueryClient();
  const [results, setResults] = useState(() => beforeBulk(nodes, act));
  const [isStarted, setStarted] = useState(false);
  const ask = async (id: string) => {
    const result = await api.mutate(NodeLifecycleDocument, { id, action: act }).then(
      ({ requestNodeLifecycleAction: { waitsFor } }) => ({ outcome: 'asked for' as const, reason: waitsFor ?? null }),
      (error: unknown) => ({ outcome: 'refused' as const, reason: explainError(error).advice }),
    );
    setResults((former) => withResult(former, id, result));
  };
  const start = async () => {
    setStarted(true);
    const left = results.filter(({ outcome }) => outcome === 'waits').map(({ id }) => id);
    const worker = async () => {
      for (let id = left.shift(); id !== undefined; id = left.shift()) await ask(id);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    await queries.invalidateQueries();
  };
  return { results, isStarted, start: () => void start() };
}
