import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../harness/accessible.ts';
import { provideConsole } from '../harness/console.ts';
import { type ConsolePage, guestPages, memberPages, readmePictures } from '../harness/console-pages.ts';
import { expectReachableByKeys } from '../harness/keyboard.ts';
import { enliven, type LivelyWorld } from '../harness/lively-world.ts';
import { until } from '../harness/until.ts';
import { makeWorld } from '../harness/world.ts';

const site = provideConsole({ heartbeatSeconds: 300 });
const looks = [
  { look: 'light', scheme: 'light', width: 1280, height: 800 },
  { look: 'dark', scheme: 'dark', width: 1280, height: 800 },
  { look: 'phone', scheme: 'light', width: 390, height: 844 },
] as const;

/** `npm run screenshots` sets it. */
const screenshots = process.env['SATRAP_SCREENSHOTS'];

let world: LivelyWorld;
beforeAll(async () => {
  world = await enliven(site.controlPlane, await makeWorld(site.controlPlane));
  if (screenshots !== undefined) mkdirSync(screenshots, { recursive: true });
});

describe('each page, in light, in dark and on a phone', () => {
  let page: Page;
  let guest: Page;
  beforeAll(async () => {
    [page, guest] = await Promise.all([site.openAsOwner(), site.open()]);
  });

  const judge = async (on: Page, { name, address, text }: ConsolePage) => {
    // Where only what follows # differs from the address before, no page would be loaded.
    await on.goto('about:blank');
    await on.goto(address(world));
    for (const { look, scheme, ...size } of looks) {
      await on.emulateMedia({ colorScheme: scheme });
      await on.setViewportSize(size);
      // A page may choose once by the width of the window.
      if (look === 'phone') await on.reload();
      await on.getByRole('main').getByText(text).first().waitFor();
      if (screenshots !== undefined) await takePicture(on, screenshots, `${name}-${look}`);
      // Colors are all that differs in the dark.
      await expectAccessible(on, look === 'dark' ? { rules: ['color-contrast'] } : {});
      // Nothing is wider than the window. The page is drawn again for another width.
      await until('the page fits', async () => (await on.evaluate(tooWide)) === '', 5000).catch(() => undefined);
      expect({ look, tooWide: await on.evaluate(tooWide) }).toEqual({ look, tooWide: '' });
      if (look === 'phone') await expectWholeOnSmallPhone(on);
    }
    await on.setViewportSize(looks[0]);
    await expectReachableByKeys(on);
  };
  test.each(memberPages)('is accessible: $name', (shown) => judge(page, shown));
  test.each(guestPages)('is accessible to everybody: $name', (shown) => judge(guest, shown));
});

describe('on a narrow phone', () => {
  let page: Page;
  beforeAll(async () => {
    page = await site.openAsOwner(small);
  });

  test('why an executor was not upgraded is read to its end', async () => {
    await page.goto(`executors/upgrade/${world.rolloutId}`);
    await page.getByRole('listitem').getByText('berlin-1: no room on the disk for the archive').waitFor();
    await expectWholeOnSmallPhone(page);
  });

  test('a node’s page leads to its executor', async () => {
    await page.goto(`nodes/${world.nodeIds['signet-a']}`);
    await page.getByText('signet, full, bitcoind 28.1, on berlin-1').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'berlin-1' }).click();
    await page.getByRole('heading', { level: 1, name: 'berlin-1' }).waitFor();
  });

  test('the button that deletes a node with its data has room', async () => {
    await page.goto(`nodes/${world.nodeIds['signet-a']}?tab=danger`);
    await page.getByRole('radio', { name: /Delete permanently/ }).click();
    await page.getByLabel('Type signet-a to confirm').fill('signet-a');
    await page.getByRole('button', { name: 'Delete node and chain data' }).waitFor();
    await expectWholeOnSmallPhone(page);
  });

  test('the link for somebody with a long address is seen, and can be copied', async () => {
    await page.goto('members');
    await page.getByRole('button', { name: 'Invite member' }).click();
    await page.getByRole('textbox', { name: 'Email' }).fill(`${'somebody.with.a.name'.repeat(3)}@example.com`);
    await page.keyboard.press('Enter');
    await page.getByText('Invitation of somebody').waitFor();
    await expectWholeOnSmallPhone(page);
    await page.getByRole('button', { name: 'Copy link' }).click();
  });
});

test('measurements that are on their way are not said to be missing', async () => {
  const page = await site.openAsOwner();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  let isAsked = false;
  await page.route('**/graphql', async (route) => {
    if (route.request().postData()?.includes('NodeMeasurements')) {
      isAsked = true;
      await isReleased;
    }
    await route.continue();
  });
  await page.goto(`nodes/${world.nodeIds['signet-a']}`);
  await page.getByRole('heading', { name: 'Connect' }).waitFor();
  await until('they are asked for', () => isAsked);
  expect(await page.getByText('No metrics yet.').count()).toBe(0);
  release();
  await page.getByText('synced', { exact: true }).waitFor();
});

/** What does not fit into the window: the page itself, or columns of a table that are too narrow to be read. */
const tooWide = `[
  ...(document.documentElement.scrollWidth > document.documentElement.clientWidth ? ['the page'] : []),
  ...[...document.querySelectorAll('section.rows th')]
    .filter((head) => head.querySelector('.mantine-VisuallyHidden-root') === null && head.getBoundingClientRect().width < 48)
    .map((head) => head.innerText),
].join()`;

/** Quality of a small picture, in per cent. */
const quality = 80;

/** A narrow phone. */
const small = { width: 360, height: 740 };

/** What has less room than it takes: a table or tabs, the words on a button, and whatever stands out of its panel or dialog. */
const cut = `[
  ...[...document.querySelectorAll('main .rows, main table, main [role=tablist]')].filter((each) => each.scrollWidth > each.clientWidth + 1),
  ...[...document.querySelectorAll('main .mantine-Button-label')].filter((each) => each.scrollWidth > each.clientWidth + 1),
  ...[...document.querySelectorAll('main .panel *')].filter(
    (each) => each.closest('svg, table') === null && each.getBoundingClientRect().right > each.closest('.panel').getBoundingClientRect().right + 1,
  ),
  ...[...document.querySelectorAll('[role=dialog] *')].filter(
    (each) => each.getBoundingClientRect().right > each.closest('[role=dialog]').getBoundingClientRect().right + 1,
  ),
].map((each) => each.outerHTML.slice(0, 120))`;

/** Fails for what is cut where a phone is narrower than usual. */
async function expectWholeOnSmallPhone(page: Page): Promise<void> {
  const usual = page.viewportSize();
  await page.setViewportSize(small);
  const findCut = async () => (await page.evaluate(cut)) as string[];
  // The page is drawn anew for the other width.
  await until('nothing is cut', async () => (await findCut()).length === 0, 5000).catch(() => undefined);
  expect(await findCut()).toEqual([]);
  if (usual !== null) await page.setViewportSize(usual);
}

/** Takes a picture of the window, and a small one of what stands in README. */
async function takePicture(page: Page, folder: string, name: string): Promise<void> {
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
  if (!readmePictures.includes(name)) return;
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
  await session.detach();
  mkdirSync(join(folder, 'readme'), { recursive: true });
  writeFileSync(join(folder, 'readme', `${name}.webp`), Buffer.from(data, 'base64'));
}
