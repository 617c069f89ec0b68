import { expect, test } from 'vitest';
import { nodeRecordStore } from '../../../src/agent/node/record-store.ts';
import type { NewEvent } from '../../../src/agent/outbox/event.ts';
import { loadedWallets } from '../../../src/agent/reconcile/loaded-wallets.ts';
import type { UnexpectedExit } from '../../../src/agent/runtime/node-record.ts';
import { systemClock } from '../../../src/timing/clock.ts';
import { container } from '../../fixtures/node.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { testStore } from '../test-store.ts';

function ofNode() {
  const events: NewEvent[] = [];
  const recorder = { record: (event: NewEvent) => events.push(event) };
  const store = nodeRecordStore('n', testStore().database, recorder, systemClock);
  const wallets = loadedWallets({ store, runtime: { updateConfig: async () => {} }, log: listeningLog().log });
  const lacking = () => events.map(({ data }) => (data as { wallets: string[] }).wallets);
  return { store, wallets, lacking };
}

test('only the first report of a run shows wallets that were not loaded again', () => {
  const { store, wallets, lacking } = ofNode();
  const run = (second: number) => container('running', { startedAt: `2026-01-01T00:00:0${second}Z` });
  wallets.record(run(1), ['a', 'b#']);
  wallets.record(run(1), ['a', 'b#', 'c']);
  wallets.record(run(2), null);
  wallets.record(run(2), ['a']);
  wallets.record(run(2), []);
  expect(lacking()).toEqual([['b#', 'c']]);
  expect(store.record.loadedWallets).toEqual([]);
});

test.each<[string, Partial<UnexpectedExit>, string[]]>([
  ['names one', { code: 1, lastWords: 'Error loading a: Wallet corrupted' }, ['b']],
  ['has no known code', { code: null, lastWords: 'Error loading a: Wallet corrupted' }, ['b']],
  ['is a signal', { code: 137, lastWords: 'Error loading a: Wallet corrupted' }, ['a', 'b']],
  ['has no words', { code: 1, lastWords: null }, ['a', 'b']],
])('an exit that %s decides which wallets the next start loads', (_what, exit, expected) => {
  const { store, wallets } = ofNode();
  const whole = { code: null, outOfMemory: false, lastWords: null, times: 1, hadRoom: null };
  store.update({ loadedWallets: ['a', 'b'], exit: { ...whole, ...exit } });
  wallets.omitFailed();
  expect(store.record.loadedWallets).toEqual(expected);
});
