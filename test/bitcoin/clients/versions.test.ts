import { expect, test } from 'vitest';
import { compareVersions } from '../../../src/bitcoin/clients/versions.ts';

test('versions are ordered by their numbers', () => {
  const knots = ['29.1.knots20250903', '29.1.knots20251110'];
  const ordered = ['', '9.0', '27.0', '28.0', '28.1', '28.1.1', '28.10', ...knots, '31.0'];
  expect(ordered.toReversed().toSorted(compareVersions)).toEqual(ordered);
  expect(compareVersions('31.0', '31.0')).toBe(0);
});
