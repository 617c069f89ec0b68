import { describe, expect, test } from 'vitest';
import { pathPrefix, withoutPrefix } from '../../../../src/control-plane/http/console/console.ts';
import { findAnswer } from '../../../../src/control-plane/http/console/find-answer.ts';

const files = {
  'assets/index-abc.js': { hash: 'abc', bytes: { identity: 900, br: 300, gzip: 400 } },
  'favicon.svg': { hash: 'fav', bytes: { identity: 500 } },
  'index.html': { hash: 'page', bytes: { identity: 700 } },
};
const browser = { accept: 'text/html,application/xhtml+xml;q=0.9', 'accept-encoding': 'gzip, deflate, br' };

describe('a request for the console', () => {
  test.each([
    ['/', {}, 'page'],
    ['/', browser, 'page'],
    ['/nodes', browser, 'page'],
    ['/nodes/7f3a/', browser, 'page'],
    ['/index.html', browser, 'page'],
    ['/nodes', {}, 'nothing'],
    ['/assets/former-123.js', browser, 'nothing'],
    ['/assets/', browser, 'nothing'],
    ['/__proto__', {}, 'nothing'],
    ['/assets/../files.json', {}, 'nothing'],
    ['/files.json', {}, 'nothing'],
    ['/index.html', {}, 'nothing'],
  ] as const)('%s with %j is answered with: %s', (path, headers, kind) => {
    expect(findAnswer(path, headers, files)).toBe(kind);
  });

  test.each([
    ['br', 'assets/index-abc.js.br', 'br', 300],
    ['gzip, deflate, br', 'assets/index-abc.js.br', 'br', 300],
    ['gzip;q=1.0, br;q=0', 'assets/index-abc.js.gz', 'gzip', 400],
    ['identity', 'assets/index-abc.js', null, 900],
    ['', 'assets/index-abc.js', null, 900],
  ])('with the encodings «%s» gets the file %s', (acceptEncoding, file, encoding, bytes) => {
    expect(findAnswer('/assets/index-abc.js', { 'accept-encoding': acceptEncoding }, files)).toEqual({
      ...{ file, encoding, bytes },
      type: 'text/javascript; charset=utf-8',
      etag: encoding === null ? '"abc"' : `"abc-${encoding}"`,
      isImmutable: true,
      isUnchanged: false,
    });
  });

  test.each([
    ['"fav"', true],
    ['W/"fav"', true],
    ['"other", "fav"', true],
    ['"other"', false],
  ])('for a file that the browser has as %s is answered as unchanged: %s', (known, isUnchanged) => {
    expect(findAnswer('/favicon.svg', { 'if-none-match': known }, files)).toMatchObject({ isUnchanged });
  });
});

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
