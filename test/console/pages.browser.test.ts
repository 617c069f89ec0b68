import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../harness/accessible.ts';
import { answerRequests } from '../harness/answering-agent.ts';
import { follow, provideConsole } from '../harness/console.ts';
import { type ConsolePage, guestPages, memberPages, readmePictures } from '../harness/console-pages.ts';
import { expectReachableByKeys } from '../harness/keyboard.ts';
import { enliven, type LivelyWorld } from '../harness/lively-world.ts';
import { isSoak } from '../harness/soak.ts';
import { until } from '../harness/until.ts';
import { makeWorld } from '../harness/world.ts';

const site = provideConsole({ heartbeatSeconds: 300 });

/** `npm run screenshots` sets it. */
const screenshots = process.env['SATRAP_SCREENSHOTS'];

const wide = { width: 1280, height: 800 };
/** A narrow phone. */
const small = { width: 360, height: 740 };
const isThorough = isSoak() || screenshots !== undefined;
/** `npm test` checks every other page in the dark instead, and each on the narrow phone only for what does not fit. */
const looks = isThorough
  ? ([
      { look: 'light', scheme: 'light', ...wide },
      { look: 'dark', scheme: 'dark', ...wide },
      { look: 'phone', scheme: 'light', width: 390, height: 844 },
      { look: 'small-dark', scheme: 'dark', ...small },
    ] as const)
  : ([{ look: 'light', scheme: 'light', ...wide }] as const);

let world: LivelyWorld;
/** In each look, a page of the owner and one of nobody, which stay: they are slow to load. */
let pages: { owner: Page; guest: Page; look: string }[];
beforeAll(async () => {
  world = await enliven(site.controlPlane, await makeWorld(site.controlPlane));
  if (screenshots !== undefined) {
    rmSync(screenshots, { recursive: true, force: true });
    mkdirSync(screenshots, { recursive: true });
  }
  const failingId = world.nodeIds['signet-broken'];
  answering = answerRequests({ database: site.database, executor: world.executor, failingId, signal: over.signal });
  pages = [];
  for (const { look, ...size } of looks)
    pages.push({ owner: await site.openAsOwner({ ...size, path: 'nowhere' }), guest: await site.open(size), look });
});
const over = new AbortController();
let answering: Promise<void>;
afterAll(async () => {
  over.abort();
  await answering;
});
const first = () => pages[0] as (typeof pages)[number];

/** Waits for a text of a page, and for all that the page still loads. */
async function whole(on: Page, text: ConsolePage['text']): Promise<void> {
  await on.getByRole('main').getByText(text).first().waitFor();
  await until('the page is loaded', async () => (await on.locator('main .mantine-Skeleton-root').count()) === 0);
}

async function judge({ name, text }: ConsolePage, on: Page, look: string, part: 'body' | 'main' = 'body') {
  await whole(on, text);
  if (screenshots !== undefined) await takePicture(on, screenshots, `${name}-${look}`);
  await expectAccessible(on, { withShell: part === 'body' });
  await expectFits(on, look);
  if (look === 'light') await expectReachableByKeys(on, part);
}

/** Expects that a page, drawn on a narrow phone, fits there, and makes it wide. */
async function expectFitsPhone({ text }: ConsolePage, on: Page) {
  await whole(on, text);
  await expectFits(on, 'small');
  await on.setViewportSize(wide);
}

test.each(memberPages)('is accessible in a window and on a phone: $name', async (shown) => {
  for (const { owner, look } of pages) {
    if (!isThorough) {
      const colorScheme = memberPages.indexOf(shown) % 2 === 0 ? 'light' : 'dark';
      await Promise.all([owner.setViewportSize(small), owner.emulateMedia({ colorScheme })]);
    }
    await follow(owner, shown.address(world));
    if (!isThorough) await expectFitsPhone(shown, owner);
    // The shell is the same on every page.
    await judge(shown, owner, look, shown.name === 'overview' ? 'body' : 'main');
    // Until its turn comes again, it asks for nothing, and nothing of it is taken for the next page.
    await follow(owner, 'nowhere');
    await owner.getByText('Page not found').waitFor();
  }
});

test.each(guestPages)('is accessible to everybody: $name', async (shown) => {
  for (const { guest, look } of pages) {
    if (!isThorough) await guest.setViewportSize(small);
    await follow(guest, shown.address(world));
    if (!isThorough) await expectFitsPhone(shown, guest);
    await judge(shown, guest, look);
  }
});

test('on a narrow phone, a node leads to its host, and what opens on a page has room', async () => {
  const { owner: phone } = first();
  await phone.setViewportSize(small);
  await follow(phone, `nodes/${world.nodeIds['signet-a']}`);
  await phone.getByText('signet · full · Bitcoin Core 28.1 · on berlin-1').waitFor();
  await phone.getByText('End of life since 2026-04-19').waitFor();
  await phone.getByRole('main').getByRole('link', { name: 'berlin-1' }).click();
  await phone.getByRole('heading', { level: 1, name: 'berlin-1' }).waitFor();
  await phone.getByRole('note', { name: 'bitcoind 28.1: end of life since 2026-04-19' }).waitFor();

  await follow(phone, `executors/upgrade/${world.rolloutId}`);
  await phone
    .getByRole('row', { name: /berlin-1/ })
    .getByText('not enough disk space for the archive')
    .waitFor();
  await expectFits(phone, 'reasons of a rollout');

  await follow(phone, `nodes/${world.nodeIds['signet-a']}?tab=settings`);
  await until('the open tab is in sight', async () => {
    const { x = 0, width = 0 } = (await phone.getByRole('tab', { name: 'Settings' }).boundingBox()) ?? {};
    return x > 0 && x + width <= small.width;
  });
  await phone.getByRole('radio', { name: /Delete permanently/ }).click();
  await phone.getByLabel('Type signet-a to confirm').fill('signet-a');
  await phone.getByRole('button', { name: 'Delete node and chain data', disabled: false }).waitFor();
  await expectFits(phone, 'deletion');

  await follow(phone, 'members');
  await phone.getByRole('button', { name: 'Invite member' }).click();
  await phone.getByRole('textbox', { name: 'Email' }).fill(`${'somebody.with.a.name'.repeat(3)}@example.com`);
  await phone.keyboard.press('Enter');
  await phone.getByText('Invitation of somebody').waitFor();
  await expectFits(phone, 'link for somebody with a long address');
  await phone.getByRole('button', { name: 'Copy link' }).click();
  await phone.keyboard.press('Escape');
  await phone.setViewportSize(wide);
});

test('the table of deliveries fits again after a wide window becomes narrow', async () => {
  const { owner: page } = first();
  await page.setViewportSize(wide);
  await follow(page, 'notifications');
  await page.getByRole('columnheader', { name: 'Last response' }).waitFor();
  await page.setViewportSize(small);
  await expectFits(page, 'deliveries');
  await page.setViewportSize(wide);
});

test('measurements that are on their way are not said to be missing', async () => {
  const { owner: page } = first();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  let isAsked = false;
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('NodeMeasurements')) {
      isAsked = true;
      await isReleased;
    }
    await route.continue();
  });
  // A node that no other test has opened.
  await follow(page, `nodes/${world.nodeIds['signet-b']}`);
  await page.getByRole('heading', { name: 'Connect' }).waitFor();
  await until('they are asked for', () => isAsked);
  expect(await page.getByText('No metrics yet.').count()).toBe(0);
  release();
  await page.getByText('In sync with the network').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
});

test('the address of what is deleted, or was never there, says so and leads on', async () => {
  const { owner: page } = first();
  for (const [what, path, list] of [
    ['Node', `nodes/${randomUUID()}`, 'Nodes'],
    ['Node', 'nodes/none', 'Nodes'],
    ['Host', 'executors/none', 'Hosts'],
    ['Incident', 'incidents/none', 'Incidents'],
  ] as const) {
    await follow(page, path);
    await page.getByRole('heading', { level: 1, name: `${what} not found` }).waitFor();
    await page.getByRole('link', { name: `all ${what.toLowerCase()}s` }).click();
    await page.getByRole('heading', { level: 1, name: list }).waitFor();
  }
});

/**
 * What does not fit: the page itself, columns of a table that are too narrow to be read, a table that is cut,
 * the words on a button, and whatever stands out of its panel or dialog.
 */
const unfit = `[
  ...(document.documentElement.scrollWidth > document.documentElement.clientWidth ? ['the page'] : []),
  ...[
    ...[...document.querySelectorAll('section.rows th')].filter(
      (head) => head.querySelector('.mantine-VisuallyHidden-root') === null && head.getBoundingClientRect().width < 48,
    ),
    ...[...document.querySelectorAll('main .rows, main table, main .mantine-Button-label')].filter(
      (each) => each.scrollWidth > each.clientWidth + 1,
    ),
    ...[...document.querySelectorAll('main .panel *')].filter(
      (each) => each.closest('svg, table, .log') === null && each.getBoundingClientRect().right > each.closest('.panel').getBoundingClientRect().right + 1,
    ),
    ...[...document.querySelectorAll('[role=dialog] *')].filter(
      (each) => each.getBoundingClientRect().right > each.closest('[role=dialog]').getBoundingClientRect().right + 1,
    ),
  ].map((each) => each.outerHTML.slice(0, 120)),
]`;

async function expectFits(on: Page, what: string): Promise<void> {
  let found: string[] = [];
  // The page is drawn again for another width.
  const fits = async () => {
    found = (await on.evaluate(unfit)) as string[];
    return found.length === 0;
  };
  await until('the page fits', fits, 5000).catch(() => undefined);
  expect(found, what).toEqual([]);
}

/** Quality of a small picture, in per cent. */
const quality = 80;

/** Takes a picture of the window, and a small one of what stands in README. */
async function takePicture(on: Page, folder: string, name: string): Promise<void> {
  // Not of the skip link, which the tab key reached on the page before.
  await on.evaluate('document.activeElement?.blur()');
  await on.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
  if (!readmePictures.includes(name)) return;
  const session = await on.context().newCDPSession(on);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
  await session.detach();
  mkdirSync(join(folder, 'readme'), { recursive: true });
  writeFileSync(join(folder, 'readme', `${name}.webp`), Buffer.from(data, 'base64'));
}
