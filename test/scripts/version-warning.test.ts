import { expect, test } from 'vitest';
import { versionWarning } from '../../scripts/release/version-warning.ts';

const previous = { version: '1.4.0', commit: 'a'.repeat(40) };
const other = 'b'.repeat(40);

test.each([
  ['a later version', '1.4.1', other],
  ['the release before, made again from its own commit', '1.4.0', previous.commit],
])('nothing stands against publishing %s', (_what, version, commit) => {
  expect(versionWarning(version, commit, previous)).toBeNull();
});

test.each([
  ['of the release before', '1.4.0'],
  ['of an older one', '1.3.9'],
  ['of a candidate for the release before', '1.4.0-rc.1'],
])('whoever makes a release of other content under the version %s is told not to publish it', (_what, version) => {
  expect(versionWarning(version, other, previous)).toMatch(/1\.4\.0 is out already, from the commit aaaaaaa.*raise/);
});
