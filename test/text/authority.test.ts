import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { authorityOf } from '../../src/text/authority.ts';

test.each([
  ['node.example.com', 'node.example.com:8332'],
  ['192.0.2.7', '192.0.2.7:8332'],
  ['2001:db8::7', '[2001:db8::7]:8332'],
])('%s with a port is %s', (host, authority) => {
  expect(authorityOf(host, 8332)).toBe(authority);
});

test('no source joins a host and a port without brackets for IPv6', () => {
  const root = join(import.meta.dirname, '../..');
  const joins = /\$\{[^}`]*(?:host|address)[^}`]*\}:\$\{/i;
  const found = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) =>
    joins.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(found).toEqual(['src/text/authority.ts']);
});
