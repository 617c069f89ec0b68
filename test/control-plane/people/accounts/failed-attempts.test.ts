import { expect, test } from 'vitest';
import { addressBlock, failedAttempts } from '../../../../src/control-plane/people/accounts/failed-attempts.ts';
import { KeyUse } from '../../../../src/control-plane/people/accounts/key-use.ts';
import type { Database } from '../../../../src/control-plane/platform/database/database.ts';

function limiter() {
  const clock = { ms: 0 };
  const attempts = failedAttempts(() => clock.ms);
  const take = (address: string, times: number) => Array.from({ length: times }, () => attempts.take(address)).at(-1);
  return { clock, attempts, take };
}

test('an address may try 100 unknown keys at once, and is then told when to come back', () => {
  const { take } = limiter();
  expect(take('192.0.2.1', 100)).toBe(0);
  expect(take('192.0.2.1', 1)).toBe(1);
  expect(take('192.0.2.2', 100)).toBe(0);
  // A whole network of IPv6 is one address.
  expect(take('2001:db8:1:2::1', 100)).toBe(0);
  expect(take('2001:db8:1:2:ffff::9', 1)).toBe(1);
  expect(take('2001:db8:1:3::1', 1)).toBe(0);
});

test('an address earns ten attempts a second, and never more than 100', () => {
  const { clock, take } = limiter();
  for (const [ms, earned] of [
    [0, 100],
    [1000, 10],
    [3_600_000, 100],
  ] as const) {
    clock.ms += ms;
    expect(take('192.0.2.1', earned)).toBe(0);
    expect(take('192.0.2.1', 1)).toBe(1);
  }
});

test('an attempt that turned out to be a valid key is given back', () => {
  const { attempts, take } = limiter();
  take('192.0.2.1', 100);
  attempts.giveBack('192.0.2.1');
  expect(take('192.0.2.1', 1)).toBe(0);
  expect(take('192.0.2.1', 1)).toBe(1);
});

test('the memory for addresses is bounded', () => {
  const { take } = limiter();
  take('192.0.2.1', 100);
  for (let index = 0; index < 10_000; index++) take(`10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`, 1);
  // The least recently active address is dropped and starts over.
  expect(take('192.0.2.1', 1)).toBe(0);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['::1', '0:0:0:0::/64'],
  ['2001:0db8:0000:0002:0003:0004:0005:0006', '2001:db8:0:2::/64'],
  ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:3:4:5::', '2001:db8:1:2::/64'],
  ['2001:db8:1:3:3:4:5:6', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['fe80::1%br-4d.100', 'fe80:0:0:0::/64'],
])('the address %s counts as %s', (address, block) => {
  expect(addressBlock(address)).toBe(block);
});

test.each([
  ['personal', 60_000],
  ['executor', 3_600_000],
] as const)(
  'writes the uses of many %s keys in one statement, each once in %i ms at most',
  async (purpose, everyMs) => {
    let statements = 0;
    const database = { execute: async () => ++statements } as unknown as Database;
    const keyUse = new KeyUse();
    const use = (key: number, atMs: number) =>
      keyUse.note({ purpose, credential: { id: `key-${key}` } }, '192.0.2.1', atMs);
    for (let request = 0; request < 1000; request++) use(request % 10, 0);
    for (const [atMs, written] of [
      [everyMs - 1, 1],
      [everyMs - 1, 1],
      [everyMs, 2],
    ] as const) {
      use(1, atMs);
      await keyUse.write(database);
      expect(statements).toBe(written);
    }
  },
);
