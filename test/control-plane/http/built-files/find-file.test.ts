import { expect, test } from 'vitest';
import { findFile } from '../../../../src/control-plane/http/built-files/built-folder.ts';
import { isPage, pathPrefix, withoutPrefix } from '../../../../src/control-plane/http/console/console.ts';

const files = {
  'assets/index-abc.js': { hash: 'abc', bytes: { identity: 900, br: 300, gzip: 400 } },
  'favicon.svg': { hash: 'fav', bytes: { identity: 500 } },
  'index.html': { hash: 'page', bytes: { identity: 700 } },
};
const html = 'text/html,application/xhtml+xml;q=0.9';

test.each([
  ['/', '', true],
  ['/nodes/7f3a/', html, true],
  ['/index.html', html, true],
  ['/nodes', '', false],
  ['/assets/former-123.js', html, false],
  ['/assets/', html, false],
] as const)('a request for %s that accepts «%s» gets the console’s page: %s', (path, accept, expected) => {
  expect(isPage(path, accept)).toBe(expected);
});

test.each(['__proto__', 'assets/../files.json', 'files.json', 'assets/former-123.js'])(
  'there is no file %s',
  (name) => {
    expect(findFile(name, {}, files)).toBeUndefined();
  },
);

test.each([
  ['gzip, deflate, br', 'assets/index-abc.js.br', 'br', 300],
  ['gzip;q=1.0, br;q=0', 'assets/index-abc.js.gz', 'gzip', 400],
  ['', 'assets/index-abc.js', null, 900],
])('a request with the encodings «%s» gets the file %s', (acceptEncoding, file, encoding, bytes) => {
  expect(findFile('assets/index-abc.js', { 'accept-encoding': acceptEncoding }, files)).toEqual({
    ...{ file, encoding, bytes },
    type: 'text/javascript; charset=utf-8',
    etag: encoding === null ? '"abc"' : `"abc-${encoding}"`,
    isImmutable: true,
    isUnchanged: false,
    scripts: [],
  });
});

test.each([
  ['W/"fav"', true],
  ['"other", "fav"', true],
  ['"other"', false],
])('a file that the browser has as %s is answered as unchanged: %s', (known, isUnchanged) => {
  expect(findFile('favicon.svg', { 'if-none-match': known }, files)).toMatchObject({ isUnchanged });
});

test('a proxy may leave the prefix of the public URL in place', () => {
  const urls = [undefined, 'https://satrap.example.com/', 'https://example.com/a/b/'];
  expect(urls.map(pathPrefix)).toEqual(['', '', '/a/b']);
  const targets = ['/satrap/nodes?name=a', '/satrap', '/satrap?a=1', '/satraps/nodes', '/graphql'];
  const paths = ['/nodes?name=a', '/', '/?a=1', '/satraps/nodes', '/graphql'];
  expect(targets.map((target) => withoutPrefix(target, '/satrap'))).toEqual(paths);
});
