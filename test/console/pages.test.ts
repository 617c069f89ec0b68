import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../harness/accessible.ts';
import { consoleUrl, signInAsOwner, startWithConsole, TestBrowser } from '../harness/console.ts';
import { type ConsolePage, guestPages, memberPages, readmePictures } from '../harness/console-pages.ts';
import type { TestControlPlane } from '../harness/control-plane.ts';
import { expectReachableByKeys } from '../harness/keyboard.ts';
import { enliven, type LivelyWorld } from '../harness/lively-world.ts';
import { makeWorld } from '../harness/world.ts';

const looks = [
  { look: 'light', scheme: 'light', width: 1280, height: 800 },
  { look: 'dark', scheme: 'dark', width: 1280, height: 800 },
  { look: 'phone', scheme: 'light', width: 390, height: 844 },
] as const;

/** `npm run screenshots` sets it. */
const screenshots = process.env['SATRAP_SCREENSHOTS'];

let controlPlane: TestControlPlane;
let browser: TestBrowser;
let world: LivelyWorld;
beforeAll(async () => {
  [controlPlane, browser] = await Promise.all([startWithConsole({ heartbeatSeconds: 300 }), TestBrowser.start()]);
  world = await enliven(controlPlane, await makeWorld(controlPlane));
  if (screenshots !== undefined) mkdirSync(screenshots, { recursive: true });
});
afterAll(() => Promise.all([browser?.close(), controlPlane?.destroy()]));

describe.each(looks)('on a page, $look', ({ look, ...options }) => {
  let page: Page;
  let guest: Page;
  beforeAll(async () => {
    page = await browser.open(consoleUrl(controlPlane), options);
    guest = await browser.open(consoleUrl(controlPlane), options);
    await signInAsOwner(page, controlPlane);
  });

  const judge = async (on: Page, { name, address, text }: ConsolePage) => {
    // Where only what follows # differs from the address before, no page would be loaded.
    await on.goto('about:blank');
    await on.goto(address(world));
    await on.getByRole('main').getByText(text).first().waitFor();
    // Nothing is wider than the window.
    const overflow = await on.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    if (screenshots !== undefined) await takePicture(on, screenshots, `${name}-${look}`);
    await expectAccessible(on);
    expect(overflow).toBe(0);
    expect(await on.evaluate(lostColumns)).toEqual([]);
    if (look === 'light') await expectReachableByKeys(on);
    expect(browser.faults).toEqual([]);
  };
  test.each(memberPages)('is accessible: $name', (shown) => judge(page, shown));
  test.each(guestPages)('is accessible to everybody: $name', (shown) => judge(guest, shown));
});

/** Columns of a table that are too narrow for anything to be read in them. */
const lostColumns = `[...document.querySelectorAll('section.rows th')]
  .filter((head) => head.querySelector('.mantine-VisuallyHidden-root') === null && head.getBoundingClientRect().width < 48)
  .map((head) => head.innerText)`;

/** Quality of a small picture, in per cent. */
const quality = 80;

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
