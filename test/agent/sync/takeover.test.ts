import { expect, test } from 'vitest';
import type { DesiredEntry } from '../../../src/agent/desired/desired-entry.ts';
import { Takeover } from '../../../src/agent/sync/takeover.ts';
import { desired } from '../../fixtures/node.ts';
import { listeningLog } from '../../harness/listening-log.ts';

const tip = { height: 7, bestBlockHash: 'aa', sizeOnDiskBytes: 99 };

function takeoverOf(entries: DesiredEntry[], hasAnswer = true) {
  const { log, lines } = listeningLog();
  const woken = { count: 0 };
  const takeover = new Takeover({
    installation: { executorId: 'e' },
    desired: { all: () => entries, revision: hasAnswer ? 1 : undefined },
    tipOf: (id) => (id === 'n1' ? tip : undefined),
    wakeHeartbeat: () => woken.count++,
    log,
  });
  return { takeover, lines, woken };
}

test('an agent says which executor’s nodes it holds, and sends them only once it is asked to', () => {
  const entry = { node: desired(), orphaned: false };
  const { takeover, woken, lines } = takeoverOf([entry]);
  expect(takeover.held()).toEqual({ executorId: 'e' });
  expect(takeover.accept('wanted')).toBe(false);
  expect(woken.count).toBe(1);
  expect(takeover.held()?.nodes).toEqual([{ ...entry.node, height: 7, sizeBytes: 99 }]);
  expect(takeover.accept('offered')).toBe(false);
  expect(takeover.held()).toEqual({ executorId: 'e' });
  expect(takeover.accept(null)).toBe(true);
  expect(takeover.accept(null)).toBe(true);
  expect([woken.count, lines.length]).toEqual([1, 3]);
});

test('an agent that nobody asked takes each answer, and one without nodes or identity holds nothing', () => {
  expect(takeoverOf([{ node: desired(), orphaned: false }]).takeover.accept(undefined)).toBe(true);
  expect(takeoverOf([]).takeover.held()).toBeUndefined();
  const { takeover } = takeoverOf([{ node: desired({ id: 'n2' }), orphaned: true }]);
  takeover.accept('wanted');
  expect(takeover.held()).toEqual({ executorId: 'e', nodes: [] });
});

test('an agent whose store is lost, and whose join named an executor, says so until it has an answer, and sends no nodes', () => {
  const { takeover } = takeoverOf([], false);
  expect(takeover.held()).toEqual({ executorId: 'e' });
  takeover.accept('wanted');
  expect(takeover.held()).toEqual({ executorId: 'e', nodes: [] });
});
