import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { organizationIn, withOrganization, withoutOrganization } from '../../src/console/api/organization-address.ts';
import { deploySearch, executorSearch, nodeSearch } from '../../src/console/pages/addresses.ts';
import { destinationsFor, groupsFor, needsNoOrganization } from '../../src/console/shell/navigation.ts';
import { guestPages, memberPages, readmePictures } from '../harness/console-pages.ts';
import type { LivelyWorld } from '../harness/lively-world.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, 'src/console', file), 'utf8');

/** An id of anything. */
const id = 'some-id';
const world = {
  ...{
    nodeIds: new Proxy({}, { get: () => id }),
    executorId: id,
    incidentId: id,
    rolloutId: id,
    nodeRolloutId: id,
    invitationToken: id,
  },
} as unknown as LivelyWorld;
const addresses = [...guestPages, ...memberPages].map(({ address }) => new URL(address(world), 'http://console/'));

/** Returns whether an address is one of a route such as `/nodes/$nodeId`; that of `$` is what no other route has. */
const isOf = (route: string) => {
  const path = route === '$' ? '/nowhere' : route.replace('$network', 'signet').replace(/\$\w+/g, id);
  return ({ pathname }: URL) => pathname === path;
};

test('every route and node tab is among the pages that are checked and captured', () => {
  const routes = [...read('router.tsx').matchAll(/(?:\bpath: |\b(?:page|guestPage)\(\s*)'([^']+)'/g)].map(
    ([, path = '']) => path,
  );
  expect(routes.length).toBeGreaterThan(15);
  expect(routes.filter((route) => !addresses.some(isOf(route)))).toEqual([]);
  const tabs = [...read('pages/node/node-page.tsx').matchAll(/\btab\(\s*'([^']+)'/g)].map(([, tab]) => tab);
  const shown = addresses.filter(isOf('/nodes/$nodeId')).map(({ searchParams }) => searchParams.get('tab'));
  expect(tabs.length).toBeGreaterThan(5);
  expect(tabs.filter((tab) => tab !== 'overview' && !shown.includes(tab ?? ''))).toEqual([]);
});

test('each picture in README and manual exists, is small, and shows a listed page', () => {
  const documents = ['README.md', ...globSync('docs/**/*.md', { cwd: root })];
  const shown = documents.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/images\/([\w-]+)\.webp".* alt="[^"]+"/g)].map(
      ([, name]) => name,
    ),
  );
  expect(shown.toSorted()).toEqual(readmePictures.toSorted());
  const large = readmePictures.filter((name) => statSync(join(root, `docs/images/${name}.webp`)).size > 60_000);
  expect(large).toEqual([]);
  const names = [...guestPages, ...memberPages].map(({ name }) => name);
  expect(readmePictures.filter((picture) => !names.includes(picture.replace(/-(light|dark|phone)$/, '')))).toEqual([]);
});

test('no two pages have one key, and who owns all finds all', () => {
  const all = destinationsFor({ mayChange: true, isOwner: true, isSystemAdmin: true });
  expect(new Set(all.map(({ key }) => key)).size).toBe(15);
  const groups = groupsFor({ mayChange: false, isOwner: false, isSystemAdmin: false });
  expect(groups.map(({ name, destinations }) => [name, destinations.at(-1)?.label])).toEqual([
    ['Operate', 'Events'],
    ['Alerts', 'Alerts'],
    ['Settings', 'Audit'],
  ]);
  const alone = ['/organizations', '/releases/new', '/profile', '/nodes'].filter(needsNoOrganization);
  expect(alone).toEqual(['/organizations', '/releases/new', '/profile']);
});

test.each<[object, object]>([
  [
    { tab: 'logs', tail: 1000, find: 'tip' },
    { tab: 'logs', tail: 1000, find: 'tip' },
  ],
  [
    { tab: 'logs', tail: 1e9, find: 7 },
    { tab: 'logs', find: '7' },
  ],
  [
    { tab: 'diagnose', tail: 1000, method: 'getpeerinfo' },
    { tab: 'diagnose', method: 'getpeerinfo' },
  ],
  [{ tab: 'settings', find: 'tip' }, { tab: 'settings' }],
  [{ tab: 'danger' }, {}],
  [
    { tab: 'monitoring', range: '7d', table: true, find: 'x' },
    { tab: 'monitoring', range: '7d', table: true },
  ],
  [{ tab: 'monitoring', range: 'constructor', table: 'yes', from: 7, to: 'soon' }, { tab: 'monitoring' }],
  [
    { tab: 'monitoring', from: '2026-05-31T10:00:00Z', to: '2026-05-31T11:00:00Z' },
    { tab: 'monitoring', from: '2026-05-31T10:00:00Z', to: '2026-05-31T11:00:00Z' },
  ],
  [{ tab: '__proto__' }, {}],
])('the address %j of a node means %j', (search, meant) => {
  expect(nodeSearch({ ...search })).toEqual(meant);
});

test.each([
  ['/', 'acme', '/o/acme'],
  ['/nodes/1?tab=logs#end', 'acme', '/o/acme/nodes/1?tab=logs#end'],
  ['/nodes', null, '/nodes'],
  ['/sign-in', 'acme', '/sign-in'],
])('the page %j in the organization %j has the address %j', (page, slug, address) => {
  expect(withOrganization(page, slug)).toBe(address);
  expect(withoutOrganization(address)).toBe(page);
  expect(organizationIn(address)).toBe(page === '/sign-in' ? null : slug);
});

test.each<[object, object]>([
  [
    { tab: 'monitoring', range: '7d', find: 'x' },
    { tab: 'monitoring', range: '7d' },
  ],
  [{ tab: 'settings', range: '7d' }, { tab: 'settings' }],
  [{ tab: 'overview' }, {}],
])('the address %j of a host means %j', (search, meant) => {
  expect(executorSearch({ ...search })).toEqual(meant);
});

test('the address of a deployment is read, and what makes no sense is left out', () => {
  expect(deploySearch({ step: 'options', adopt: 'n' })).toEqual({ adopt: 'n' });
  expect(deploySearch({ seed: 7, executor: {} })).toEqual({ seed: '7' });
});
