import { compare } from 'semver';
import { expect, test } from 'vitest';
import { isVersion, versionKey } from '../../../../src/control-plane/fleet/releases/check-release.ts';

test.each(['1.0.0', '0.0.1', '10.20.30', '2.0.0-rc.1', '1.0.0-alpha', '1.0.0-x-y.7'])('%s is a version', (text) => {
  expect(isVersion(text)).toBe(true);
});

test.each([
  '',
  '1',
  '1.0',
  'v1.0.0',
  ' 1.0.0',
  '1.0.0 ',
  '01.0.0',
  '1.0.0-',
  '1.0.0-01',
  '1.0.0+5',
  `1.0.0-${'x'.repeat(60)}`,
])('«%s» is no version', (text) => {
  expect(isVersion(text)).toBe(false);
});

test('keys sort byte by byte as semantic versions do', () => {
  const versions = [
    ...['1.0.0', '1.0.1', '1.1.0', '2.0.0', '10.0.0', '1.10.0', '1.2.0', '9007199254740991.0.0'],
    ...[
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0-rc.1',
    ],
    ...[
      '1.0.0-1',
      '1.0.0-1.1',
      '1.0.0-10',
      '1.0.0-2',
      '1.0.0-a-b',
      '1.0.0-a',
      '1.0.0-a.b',
      '1.0.0-A',
      '1.0.0--',
      '1.0.0-a0',
    ],
  ];
  const byKey = versions.toSorted((a, b) => Buffer.compare(Buffer.from(versionKey(a)), Buffer.from(versionKey(b))));
  expect(byKey).toEqual(versions.toSorted(compare));
});
