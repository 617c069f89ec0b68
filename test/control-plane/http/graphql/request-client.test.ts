import { expect, test } from 'vitest';
import { requestClient } from '../../../../src/control-plane/http/graphql/request-client.ts';

const client = (headers: object, settings: object) =>
  requestClient({ headers: { host: 'satrap.example', ...headers }, peerAddress: '127.0.0.1' }, settings);
const proxied = { trustedProxies: ['127.0.0.0/8', '10.0.0.0/8', 'fd00::/8'] };
const publicUrl = 'https://satrap.example';
const tls = { certFile: 'cert.pem', keyFile: 'key.pem' };

test.each<[string, object, object, boolean]>([
  ['our own page', { origin: 'http://satrap.example' }, {}, true],
  ['a page with TLS of the same host', { origin: 'https://satrap.example' }, {}, false],
  ['our own page behind an untrusted proxy', { origin: publicUrl, 'sec-fetch-site': 'same-origin' }, {}, true],
  ['our own page behind a trusted proxy', { origin: publicUrl, 'x-forwarded-proto': 'https' }, proxied, true],
  ['a page of another port', { origin: 'http://satrap.example:8080' }, {}, false],
  ['a page without an origin', { origin: 'null' }, {}, false],
  ['no page', {}, {}, false],
  ['our own page, by the word of the browser alone', { 'sec-fetch-site': 'same-origin' }, {}, true],
  ['another page of our site', { 'sec-fetch-site': 'same-site', origin: 'http://satrap.example' }, {}, false],
  ['another page with a rewritten Host', { host: 'a.example', origin: 'http://a.example' }, { publicUrl }, false],
  ['our own page with a rewritten Host', { host: 'inside:4100', origin: publicUrl }, { publicUrl }, true],
  ['our own page without TLS', { origin: 'http://satrap.example' }, { publicUrl }, false],
])('a request of %s is judged by its origin', (_what, headers, settings, isOwnOrigin) => {
  expect(client(headers, settings).isOwnOrigin).toBe(isOwnOrigin);
});

test.each<[string, object, object, boolean]>([
  ['a public URL with https', {}, { publicUrl }, true],
  ['a trusted proxy', { 'x-forwarded-proto': 'https' }, proxied, true],
  ['a trusted proxy behind another', { 'x-forwarded-proto': 'https, http' }, proxied, false],
  ['a client that nobody trusts', { 'x-forwarded-proto': 'https' }, {}, false],
  ['an own certificate', {}, { tls }, true],
  ['a trusted proxy in front of an own certificate', { 'x-forwarded-proto': 'http' }, { ...proxied, tls }, false],
])('%s says whether the connection is encrypted', (_what, headers, settings, isSecure) => {
  expect(client(headers, settings).isSecure).toBe(isSecure);
});

test.each<[string, string | undefined, object, string]>([
  ['the other end without a proxy', '203.0.113.9', {}, '127.0.0.1'],
  ['what the first trusted proxy says', '203.0.113.9, 10.1.2.3', proxied, '203.0.113.9'],
  ['not what the client itself says', '198.51.100.1, 203.0.113.9', proxied, '203.0.113.9'],
  ['the proxy where the header is nonsense', 'nonsense', proxied, '127.0.0.1'],
  ['one with a port', '203.0.113.9:51234', proxied, '203.0.113.9'],
  ['one of IPv6 with a port', '[2001:db8::1]:51234', proxied, '2001:db8::1'],
  ['one of IPv6 in brackets', '[2001:db8::1]', proxied, '2001:db8::1'],
  ['one of IPv4 within IPv6', '::ffff:203.0.113.9', proxied, '203.0.113.9'],
  ['the proxy where the header names nobody', '203.0.113.9, unknown', proxied, '127.0.0.1'],
  ['what is behind a proxy with a port', '203.0.113.9, 10.1.2.3:80', proxied, '203.0.113.9'],
])('the address of a client is %s', (_what, forwardedFor, settings, address) => {
  expect(client({ 'x-forwarded-for': forwardedFor }, settings).address).toBe(address);
});

test.each<[string, object, string, boolean]>([
  ['an address', { forwarded: 'for=203.0.113.9;proto=https' }, '203.0.113.9', true],
  ['IPv6 and a port', { forwarded: 'For="[2001:db8::1]:4711"; Proto=HTTPS' }, '2001:db8::1', true],
  [
    'several proxies',
    { forwarded: 'for=198.51.100.1, for=203.0.113.9;proto=http, for=10.1.1.1' },
    '203.0.113.9',
    false,
  ],
  ['a hidden name', { forwarded: 'for=_hidden;proto=https' }, '127.0.0.1', true],
  ['X-Forwarded-For as well', { forwarded: 'for=1.1.1.1', 'x-forwarded-for': '203.0.113.9' }, '203.0.113.9', false],
])('the header Forwarded is read with %s', (_what, headers, address, isSecure) => {
  expect(client(headers, proxied)).toMatchObject({ address, isSecure });
});

test('the address of a client is unknown when the connection is gone', () => {
  expect(requestClient({ headers: {}, peerAddress: undefined }, proxied).address).toBeNull();
});
