import type { NodeLifecycleAction } from '../../../contract/types.generated.ts';
import { lifecycleActions } from '../node/lifecycle-actions.ts';
import type { NodeRow } from './shown-node-row.ts';

/** What came of an act on one node. */
export interface BulkResult {
  id: string;
  name: string;
  outcome: 'waits' | 'asked for' | 'left out' | 'refused';
  /** Why it was left out or refused, what it waits for, or what will be done. */
  reason: string | null;
}

export interface BulkAct {
  /** The word on the button that does it. */
  verb: string;
  /** Whether it cuts somebody off. */
  isDanger?: boolean;
  /** What would become of each node; asked are those that wait. */
  before: readonly BulkResult[];
  /** Asks for one node. Returns what it waits for then; throws where it is refused. */
  ask: (id: string) => Promise<string | null>;
}

/** The acts of life on many nodes at once, in the order in which they are offered. */
export const bulkActs: readonly NodeLifecycleAction[] = ['start', 'restart', 'stop'];

/** What an act is called, and what follows from it for every node. */
export const bulkWords: Readonly<Record<NodeLifecycleAction, { verb: string; consequence: string }>> = {
  start: { verb: 'Start', consequence: 'They go on where they stopped.' },
  restart: {
    verb: 'Restart',
    consequence: 'Each stops gently, which may take minutes, and starts again. Who uses them is cut off meanwhile.',
  },
  stop: {
    verb: 'Stop',
    consequence: 'Each stops gently, which may take minutes. Their chain data stays; who uses them is cut off.',
  },
};

const leftOut: Readonly<Record<NodeLifecycleAction, string>> = {
  start: 'It is asked to run already.',
  restart: 'It is stopped: start it.',
  stop: 'It is asked to stop already.',
};

/** Why nothing is asked of a node any more. */
export const isGoing = 'It is being deleted.';

/** Returns the results before anything is asked: each node waits, or is left out where the act makes no sense. Pure. */
export const beforeBulk = (nodes: readonly NodeRow[], act: NodeLifecycleAction): BulkResult[] =>
  nodes.map((node) => {
    const { id, name } = node;
    if (lifecycleActions(node).includes(act)) return { id, name, outcome: 'waits', reason: null };
    return { id, name, outcome: 'left out', reason: lifecycleActions(node).length === 0 ? isGoing : leftOut[act] };
  });

export const withResult = (
  results: readonly BulkResult[],
  id: string,
  change: Pick<BulkResult, 'outcome' | 'reason'>,
): BulkResult[] => results.map((result) => (result.id === id ? { ...result, ...change } : result));

export const bulkTitle = (verb: string, count: number): string =>
  `${verb} ${count === 1 ? 'a node' : `${count} nodes`}`;
