import { expect, test } from 'vitest';
import { destinations, destinationsFor, needsNoOrganization } from '../../../src/console/shell/navigation.ts';

const labels = (rights: Parameters<typeof destinationsFor>[0]) => destinationsFor(rights).map(({ label }) => label);

test('each role finds its pages', () => {
  const member = labels({ mayChange: false, isOwner: false, isSystemAdmin: false });
  const admin = labels({ mayChange: true, isOwner: false, isSystemAdmin: false });
  expect(member).toContain('Members');
  expect(member).not.toContain('API keys');
  expect(admin).toContain('API keys');
  expect(admin).not.toContain('Organizations');
  expect(labels({ mayChange: true, isOwner: true, isSystemAdmin: true })).toHaveLength(destinations.length);
});

test('no two pages have one key', () => {
  expect(new Set(destinations.map(({ key }) => key)).size).toBe(destinations.length);
});

test.each([
  ['/organizations', true],
  ['/releases/new', true],
  ['/profile', true],
  ['/nodes', false],
])('%s needs no organization: %s', (path, needsNone) => {
  expect(needsNoOrganization(path)).toBe(needsNone);
});
