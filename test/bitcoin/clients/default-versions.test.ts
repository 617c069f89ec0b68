import { expect, test } from 'vitest';
import { defaultVersionsAt } from '../../../src/bitcoin/clients/default-versions.ts';
import { shippedTable } from '../../../src/bitcoin/clients/lifecycle.ts';
import type { Client } from '../../../src/bitcoin/clients/registry.ts';

const defaults = defaultVersionsAt(shippedTable, new Date('2026-11-24T12:00:00Z'));

test.each<[Client, string[], string | undefined]>([
  ['bitcoind', ['29.3', '31.1', '32.1', '30.3'], '32.1'],
  ['bitcoind', ['31.0', '30.3'], '30.3'],
  ['bitcoind', ['32.0', '31.0'], '31.0'],
  ['bitcoind', ['30.1', '30.0', '29.3'], '29.3'],
  ['bitcoind', ['30.0', '28.1', '9.9', '27.0'], '28.1'],
  ['bitcoind', ['99.0', '31.0'], '31.0'],
  ['bitcoind', ['30.0', '30.1'], undefined],
  ['bitcoind', [], undefined],
  ['knots', ['29.3.knots20260508', '28.1.knots20250305'], '29.3.knots20260508'],
])('of %s %j, a new node gets %s', (client, versions, expected) => {
  expect(defaults.of(client, versions)).toBe(expected);
});
