import { expect, test } from 'vitest';
import type { NodeSample } from '../../../src/agent/monitor/sample.ts';
import { SampleRates } from '../../../src/agent/reconcile/sample-rates.ts';
import { sample } from '../../harness/sample.ts';

const measured = (seconds: number, received: number, written: number | null): NodeSample => ({
  ...(sample(1) as NodeSample),
  at: new Date(seconds * 1000).toISOString(),
  bytesReceived: received,
  bytesSent: received / 2,
  writtenBytes: written,
});

test('counters become rates, which a restart of the daemon interrupts', () => {
  const rates = new SampleRates();
  expect(rates.add(measured(0, 1000, 0))).toMatchObject({ receivedBytesPerSecond: null, writtenBytesPerDay: null });
  expect(rates.add(measured(10, 2000, 50))).toMatchObject({ receivedBytesPerSecond: 100, sentBytesPerSecond: 50 });
  // The counters of the sample before, with a new block.
  expect(rates.add(measured(12, 2000, 50))).toMatchObject({ receivedBytesPerSecond: 100 });
  expect(rates.add(measured(600, 7000, 600)).writtenBytesPerDay).toBe(86_400);
  expect(rates.add(measured(610, 10, 0))).toEqual({
    receivedBytesPerSecond: null,
    sentBytesPerSecond: null,
    writtenBytesPerDay: null,
  });
});
