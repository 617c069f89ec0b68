import { expect, test } from 'vitest';
import { isReachedDirectly } from '../../../src/agent/control-plane/no-proxy.ts';

test.each([
  ['http://127.0.0.1:4100/graphql', '127.0.0.0/8', true],
  ['http://128.0.0.1:4100/graphql', '127.0.0.0/8', false],
  ['https://10.1.2.3/', '10.0.0.0-10.255.0.0', true],
  ['https://[2001:db8::7]/', '2001:db8::/32', true],
  ['https://[2001:db9::7]/', '2001:db8::/32', false],
  ['https://[::1]/', '::1', true],
  ['https://satrap.corp.example/', '.corp.example', true],
  ['https://satrap.corp.example/', '*.corp.example', true],
  ['https://satrap.corp.example/', 'corp.example', true],
  ['https://corp.example/', 'corp.example', true],
  ['https://SATRAP.Corp.Example./', 'corp.example', true],
  ['https://evilcorp.example/', 'corp.example', false],
  ['https://satrap.example/', '*', true],
  ['https://satrap.example/', 'satrap.example:443', true],
  ['https://satrap.example:8443/', 'satrap.example:443', false],
  ['https://[::1]:8443/', '[::1]:8443', true],
  ['https://satrap.example/', '10.0.0.0/8', false],
  ['https://10.0.0.1/', '10.0.0.0/99', false],
  ['https://10.0.0.1/', '10.0.0.0/', false],
  ['https://10.0.0.1/', '', false],
])('%s with no_proxy %s is reached directly: %s', (url, entry, isDirect) => {
  expect(isReachedDirectly(url, ['unrelated.example', entry])).toBe(isDirect);
});
