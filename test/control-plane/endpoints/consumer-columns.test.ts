import { describe, expect, test } from 'vitest';
import {
  consumerColumns,
  consumerMethods,
  methodsAfterRestart,
} from '../../../src/control-plane/endpoints/consumer-columns.ts';
import { addCounts, usageAfter } from '../../../src/control-plane/endpoints/consumer-usage.ts';

const now = Date.parse('2026-11-30T12:00:00Z');

describe('consumerColumns', () => {
  test('gives a new consumer the read preset and limits', () => {
    expect(consumerColumns({ name: 'probe' }, null, now)).toEqual({
      ...{ name: 'probe', preset: 'read', addedMethods: [], removedMethods: [] },
      ...{ callsPerSecond: 100, callsInFlight: 32, expiresAt: null },
    });
  });

  test('keeps the omitted fields of a change', () => {
    const before = consumerColumns({ name: 'probe', preset: 'indexer', expiresInSeconds: 60 }, null, now);
    const after = consumerColumns({ callsInFlight: 4 }, before, now + 1000);
    expect(after).toEqual({ ...before, callsInFlight: 4 });
  });

  test('ends the expiry on null', () => {
    const before = consumerColumns({ name: 'probe', expiresInSeconds: 60 }, null, now);
    expect(consumerColumns({ expiresInSeconds: null }, before, now).expiresAt).toBeNull();
  });

  test.each([
    ['a method that stops the daemon', { addedMethods: ['stop'] }, 'administers the daemon'],
    ['a method that is no name', { addedMethods: ['getblock,stop'] }, 'must be the name of an RPC method'],
    ['a name with a colon', { name: 'a:b' }, 'data.name'],
    ['no calls in flight', { callsInFlight: 0 }, 'must be from 1 to 10000'],
  ])('refuses %s', (_what, data, message) => {
    expect(() => consumerColumns({ name: 'probe', ...data }, null, now)).toThrow(message);
  });
});

test('consumerMethods › adds to the preset and removes from it', () => {
  const methods = consumerMethods({ preset: 'read', addedMethods: ['newmethod'], removedMethods: ['getpeerinfo'] });
  expect(methods).toContain('newmethod');
  expect(methods).toContain('getblockcount');
  expect(methods).not.toContain('getpeerinfo');
});

test('consumerMethods › reaches no wallet or administration with a preset that reads', () => {
  const methods = consumerMethods({ preset: 'indexer', addedMethods: [], removedMethods: [] });
  expect(methods.filter((name) => ['stop', 'sendtoaddress', 'dumpwallet', 'loadwallet'].includes(name))).toEqual([]);
});

test('methodsAfterRestart › names only methods that no preset has', () => {
  expect(methodsAfterRestart({ addedMethods: ['getblockcount', 'newmethod'] })).toEqual(['newmethod']);
});

const counts = (ok: number) => [{ outcome: 'ok', calls: ok }];

describe('usageAfter', () => {
  const report = { lastUsedAt: new Date(now), countedSince: new Date(now - 1000), counts: counts(5) };

  test('replaces the counts of the same gateway', () => {
    const before = { countedSince: new Date(now - 1000), counts: counts(3), earlier: counts(10) };
    expect(usageAfter(before, report)).toEqual({ ...report, earlier: counts(10) });
  });

  test('keeps the counts of a gateway that restarted', () => {
    const before = { countedSince: new Date(now - 9000), counts: counts(3), earlier: counts(10) };
    expect(usageAfter(before, report)).toEqual({ ...report, earlier: counts(13) });
  });
});

test('addCounts › adds by outcome', () => {
  expect(addCounts(counts(1), [{ outcome: 'limited', calls: 2 }, ...counts(3)])).toEqual([
    { outcome: 'limited', calls: 2 },
    { outcome: 'ok', calls: 4 },
  ]);
});
