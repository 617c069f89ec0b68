import { expect, test } from 'vitest';
import { hasBlockedPort, isBlockedPort } from '../../src/contract/blocked-ports.ts';

const allPorts = Array.from({ length: 65_535 }, (_, index) => index + 1);

test('every port that counts as blocked is one that fetch refuses', async () => {
  const causes = await Promise.all(
    allPorts.filter(isBlockedPort).map((port) =>
      fetch(`http://127.0.0.1:${port}/`).then(
        () => 'connected',
        (error: unknown) => (error instanceof Error && error.cause instanceof Error ? error.cause.message : error),
      ),
    ),
  );
  expect(new Set(causes)).toEqual(new Set(['bad port']));
  expect(causes).toHaveLength(82);
});

test.each([
  ['http://127.0.0.1:6000/graphql', true],
  ['https://satrap.example.com:10080', true],
  ['http://127.0.0.1:4100/graphql', false],
  ['https://satrap.example.com/graphql', false],
  ['no URL', false],
])('whether fetch refuses the port of «%s»: %s', (url, expected) => {
  expect(hasBlockedPort(url)).toBe(expected);
});
