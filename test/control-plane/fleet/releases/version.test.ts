import { compare } from 'semver';
import { expect, test } from 'vitest';
import { isVersion, versionKey } from '../../../../src/control-plane/fleet/releases/check-release.ts';

test('a version is a semantic one, without prefix, blanks and build metadata', () => {
  const versions = ['1.0.0', '10.20.30', '2.0.0-rc.1', '1.0.0-x-y.7'];
  expect(versions.filter((text) => !isVersion(text))).toEqual([]);
  const others = ['', '1.0', 'v1.0.0', ' 1.0.0', '01.0.0', '1.0.0-', '1.0.0-01', '1.0.0+5', `1.0.0-${'x'.repeat(60)}`];
  expect(others.filter(isVersion)).toEqual([]);
});

test('keys sort byte by byte as semantic versions do', () => {
  const versions = ['1.0.0', '1.0.1', '1.1.0', '2.0.0', '10.0.0', '1.10.0', '1.2.0', '9007199254740991.0.0'];
  const prereleases = [
    ...['alpha', 'alpha.1', 'alpha.beta', 'beta', 'beta.2', 'beta.11', 'rc.1'],
    ...['1', '1.1', '10', '2', 'a-b', 'a', 'a.b', 'A', '-', 'a0'],
  ];
  const all = [...versions, ...prereleases.map((name) => `1.0.0-${name}`)];
  const byKey = all.toSorted((a, b) => Buffer.compare(Buffer.from(versionKey(a)), Buffer.from(versionKey(b))));
  expect(byKey).toEqual(all.toSorted(compare));
});
