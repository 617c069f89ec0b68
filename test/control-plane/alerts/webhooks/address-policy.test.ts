import { describe, expect, test } from 'vitest';
import { addressPolicy, receiverUrlFault } from '../../../../src/control-plane/alerts/channels/address-policy.ts';

const strict = addressPolicy([]);

test.each(['93.184.216.34', '1.1.1.1', '2606:4700:4700::1111', '::ffff:1.1.1.1'])('%s is public', (address) => {
  expect(strict.allows(address)).toBe(true);
});

test.each([
  ['loopback', '127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1'],
  ['private', '10.0.0.1', '172.16.0.1', '192.168.1.1', 'fc00::1', 'fd12:3456::1', '::ffff:10.0.0.1'],
  ['link-local, where clouds have their metadata', '169.254.169.254', 'fe80::1', 'fd00:ec2::254'],
  ['multicast or broadcast', '224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1'],
  ['unspecified', '0.0.0.0', '0.1.2.3', '::'],
  ['shared, or for benchmarks', '100.64.0.1', '198.18.0.1'],
  ['for documents, or reserved', '192.0.2.1', '203.0.113.1', '240.0.0.1', '2001:db8::1'],
  ['IPv4 within IPv6', '::127.0.0.1', '::ffff:0:127.0.0.1', '::ffff:169.254.169.254', '2002:7f00:1::'],
  ['translated or tunnelled', '64:ff9b::7f00:1', '64:ff9b:1::1', '2001::1'],
  ['no address', '', 'localhost', '127.1', '0x7f.1', '2130706433', '127.0.0.1/8', 'fe80::1%eth0'],
])('what is %s is not public', (_what, ...addresses) => {
  expect(addresses.filter((address) => strict.allows(address))).toEqual([]);
});

test('a range that the operator allows is allowed, and nothing beside it', () => {
  const policy = addressPolicy(['10.1.0.0/16', '::1/128']);
  expect(['10.1.2.3', '::ffff:10.1.2.3', '::1'].filter((address) => !policy.allows(address))).toEqual([]);
  expect(['10.2.0.1', '127.0.0.1', '::2'].filter((address) => policy.allows(address))).toEqual([]);
  expect(policy.isAllowedRange('1.1.1.1')).toBe(false);
});

describe('the URL of a receiver', () => {
  const loopback = addressPolicy(['127.0.0.0/8']);

  test.each([
    ['https://example.com/hook', strict],
    ['https://example.com:8443/hook?key=1', strict],
    ['https://[2606:4700:4700::1111]/', strict],
    ['http://127.0.0.1:8080/', loopback],
    ['http://inside.example/', loopback],
  ])('%s can be one', (url, policy) => {
    expect(receiverUrlFault(url, policy)).toBeNull();
  });

  test.each([
    ['nonsense', strict, 'must be a URL'],
    ['ftp://example.com', strict, 'must start with https://'],
    ['file:///etc/passwd', strict, 'must start with https://'],
    ['http://example.com', strict, 'http is only for'],
    ['http://1.1.1.1', loopback, 'http is only for'],
    ['https://user:pass@example.com', strict, 'user name or password'],
    ['https://127.0.0.1/', strict, 'public address'],
    ['https://0x7f.1/', strict, 'public address'],
    ['https://2130706433/', strict, 'public address'],
    ['https://[::ffff:127.0.0.1]/', strict, 'public address'],
    ['https://169.254.169.254/latest/meta-data', strict, 'public address'],
    [`https://example.com/${'x'.repeat(2000)}`, strict, 'at most 2000'],
  ])('%s is refused', (url, policy, message) => {
    expect(receiverUrlFault(url, policy)).toContain(message);
  });
});
