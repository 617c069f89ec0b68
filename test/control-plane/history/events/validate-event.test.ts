import { expect, test } from 'vitest';
import { eventKinds } from '../../../../src/contract/events.ts';
import { validateEvent } from '../../../../src/control-plane/history/events/validate-event.ts';
import { sample } from '../../../harness/sample.ts';

const event = (kind: string) => ({
  ...{ id: '019aa6f0-2d3c-7c11-9a55-6e2f3b0c9d41', executorName: 'host-1', at: '2026-11-26T12:00:00Z' },
  ...{ level: 'info' as const, kind, message: 'A message.' },
});

test('every kind of Satrap’s events is accepted, and words with dashes are not', () => {
  const { 'node.sample': _sample, ...kinds } = eventKinds;
  const checked = Object.keys(kinds).map((kind) => validateEvent(event(kind as keyof typeof eventKinds)));
  expect(checked).toEqual(checked.map(() => ({ data: 'null' })));
  expect(validateEvent(event('node.image-pulled'))).toEqual({ reason: 'kind: must be dotted words' });
});

test('a sample whose bytes the API could not answer with is refused', () => {
  const measured = (bytes: number) => {
    const data = sample(1, { sizeOnDiskBytes: bytes });
    return validateEvent({ ...event('node.sample'), nodeId: '019aa6f0-2d3c-7c11-9a55-6e2f3b0c9d42', data });
  };
  expect(measured(15_247_133_901)).toHaveProperty('data');
  for (const bytes of [0.5, -1, 1e16])
    expect(measured(bytes)).toMatchObject({ reason: expect.stringMatching(/^data\.sizeOnDiskBytes: must be /) });
});
