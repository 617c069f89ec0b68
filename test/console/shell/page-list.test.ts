import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { guestPages, memberPages, readmePictures } from '../../harness/console-pages.ts';
import type { LivelyWorld } from '../../harness/lively-world.ts';

const source = join(import.meta.dirname, '../../../src/console');
const read = (file: string) => readFileSync(join(source, file), 'utf8');

/** An id of anything. */
const id = 'some-id';
const world = {
  nodeIds: new Proxy({}, { get: () => id }),
  executorId: id,
  incidentId: id,
  rolloutId: id,
  invitationToken: id,
} as unknown as LivelyWorld;
const addresses = [...guestPages, ...memberPages].map(({ address }) => new URL(address(world), 'http://console/'));

/** Returns whether an address is one of a route such as `/nodes/$nodeId`; that of `$` is what no other route has. */
const isOf = (route: string) => {
  const path = route === '$' ? '/nowhere' : route.replace('$network', 'signet').replace(/\$\w+/g, id);
  return ({ pathname }: URL) => pathname === path;
};

test('every route of the console is among the pages that are judged and have their pictures taken', () => {
  const routes = [...read('router.tsx').matchAll(/(?:\bpath: |\b(?:page|guestPage)\(\s*)'([^']+)'/g)].map(
    ([, path = '']) => path,
  );
  expect(routes.length).toBeGreaterThan(15);
  expect(routes.filter((route) => !addresses.some(isOf(route)))).toEqual([]);
});

test('so is every tab of a node’s page', () => {
  const tabs = [...read('pages/node/node-page.tsx').matchAll(/\btab\(\s*'([^']+)'/g)].map(([, tab]) => tab);
  const shown = addresses
    .filter(isOf('/nodes/$nodeId'))
    .map(({ searchParams }) => searchParams.get('tab') ?? 'overview');
  expect(tabs.length).toBeGreaterThan(5);
  expect(tabs.filter((tab) => !shown.includes(tab ?? ''))).toEqual([]);
});

test('each picture of README and the manual is there and small, says what it shows, and is one of a page in the list', () => {
  const root = join(import.meta.dirname, '../../..');
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
