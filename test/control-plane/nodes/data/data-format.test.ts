import { expect, test } from 'vitest';
import { dataFormatOf, firstVersionAfter } from '../../../../src/control-plane/nodes/data/data-format.ts';

const observed = { id: 'n', phase: 'running' as const, since: '2026-01-01T00:00:00Z', appliedRevision: 1 };

test('a node that no executor has applied yet has no data, and begins it with the version that is wanted last', () => {
  const row = { clientVersion: '28.1', firstClientVersion: '28.1', observed: null, createdWithData: false };
  expect(dataFormatOf(row)).toBeNull();
  expect(firstVersionAfter(row, '27.0')).toBe('27.0');
});

test('a node that ran keeps the version that began its data through every later one', () => {
  const row = { clientVersion: '28.1', firstClientVersion: '27.0', observed, createdWithData: false };
  expect(dataFormatOf(row)).toEqual({ begunWith: '27.0', obfuscated: null });
  expect(firstVersionAfter(row, '28.0')).toBe('27.0');
});

test('a node that is older than this knowledge counts as begun with its present version', () => {
  const row = { clientVersion: '28.1', firstClientVersion: null, observed, createdWithData: false };
  expect(dataFormatOf(row)).toEqual({ begunWith: '28.1', obfuscated: null });
});
