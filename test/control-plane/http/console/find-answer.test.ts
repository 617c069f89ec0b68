import { describe, expect, test } from 'vitest';
import { pathPrefix, withoutPrefix } from '../../../../src/control-plane/http/console/console.ts';
import {
  type BuiltFiles,
  type ConsoleRequest,
  findAnswer,
} from '../../../../src/control-plane/http/console/find-answer.ts';

const files: BuiltFiles = {
  'assets/index-abc.js': { hash: 'abc', bytes: { identity: 900, br: 300, gzip: 400 } },
  'favicon.svg': { hash: 'fav', bytes: { identity: 500 } },
  'index.html': { hash: 'page', bytes: { identity: 700 } },
};
const request = (path: string, headers: Partial<ConsoleRequest> = {}): ConsoleRequest => ({
  ...{ path, accept: '*/*', acceptEncoding: '', ifNoneMatch: '' },
  ...headers,
});
const browser = { accept: 'text/html,application/xhtml+xml;q=0.9', acceptEncoding: 'gzip, deflate, br' };

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
    expect(findAnswer(request(path, headers), files).kind).toBe(kind);
  });

  test.each([
    ['br', 'assets/index-abc.js.br', 'br', 300],
    ['gzip, deflate, br', 'assets/index-abc.js.br', 'br', 300],
    ['gzip;q=1.0, br;q=0', 'assets/index-abc.js.gz', 'gzip', 400],
    ['identity', 'assets/index-abc.js', null, 900],
    ['', 'assets/index-abc.js', null, 900],
  ])('with the encodings «%s» gets the file %s', (acceptEncoding, file, encoding, bytes) => {
    expect(findAnswer(request('/assets/index-abc.js', { acceptEncoding }), files)).toEqual({
      kind: 'file',
      ...{ file, encoding, bytes },
      type: 'text/javascript; charset=utf-8',
      etag: encoding === null ? '"abc"' : `"abc-${encoding}"`,
      isImmutable: true,
    });
  });

  test.each([
    ['"fav"', 'unchanged'],
    ['W/"fav"', 'unchanged'],
    ['"other", "fav"', 'unchanged'],
    ['"other"', 'file'],
  ])('for a file that the browser has as %s is answered with: %s', (ifNoneMatch, kind) => {
    expect(findAnswer(request('/favicon.svg', { ifNoneMatch }), files).kind).toBe(kind);
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
