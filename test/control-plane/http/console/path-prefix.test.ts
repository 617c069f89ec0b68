import { expect, test } from 'vitest';
import { pathPrefix, withoutPrefix } from '../../../../src/control-plane/http/console/path-prefix.ts';

test.each([
  [undefined, ''],
  ['https://satrap.example.com', ''],
  ['https://satrap.example.com/', ''],
  ['https://example.com/satrap', '/satrap'],
  ['https://example.com/a/b/', '/a/b'],
])('below the public URL %s, paths begin with «%s»', (publicUrl, prefix) => {
  expect(pathPrefix(publicUrl)).toBe(prefix);
});

test.each([
  ['/satrap/nodes?name=a', '/nodes?name=a'],
  ['/satrap/', '/'],
  ['/satrap', '/'],
  ['/satrap?a=1', '/?a=1'],
  ['/satraps/nodes', '/satraps/nodes'],
  ['/graphql', '/graphql'],
])('a proxy may leave the prefix in place: %s', (target, expected) => {
  expect(withoutPrefix(target, '/satrap')).toBe(expected);
});
