import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from './until.ts';

/** What can be worked with, as far as it can be seen; of a group that arrow keys go through, what the tab key leads to. */
const prepare = `(() => {
  const usable = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], [role=button], [role=switch]';
  const canBeSeen = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.closest('[inert], [aria-hidden=true]') === null;
  const isOfGroup = (element) => element.tabIndex < 0 && element.closest('[role=tablist], [role=radiogroup], [role=toolbar]') !== null;
  const isOtherRadio = (element) => element.type === 'radio' && !element.checked;
  const wanted = [...document.querySelectorAll(usable)].filter(
    (element) => canBeSeen(element) && !element.disabled && element.getAttribute('tabindex') !== '-1' && !isOfGroup(element) && !isOtherRadio(element),
  );
  const reached = new Set();
  document.addEventListener('focusin', ({ target }) => reached.add(target));
  document.activeElement?.blur();
  globalThis.keyboardTrial = { wanted, reached };
  return wanted.length;
})()`;

/** What was not reached, but for what the page has replaced meanwhile. */
const missed = `keyboardTrial.wanted
  .filter((element) => element.isConnected && !keyboardTrial.reached.has(element))
  .map((element) => element.outerHTML.slice(0, 200))`;

/** More than any page has, whose table shows what can be seen and a little more. */
const spare = 30;

/** Fails for whatever on a page can be seen and worked with, and is not reached by the tab key. */
export async function expectReachableByKeys(page: Page): Promise<void> {
  const count = (await page.evaluate(prepare)) as number;
  expect(count).toBeGreaterThan(0);
  // One after the other all the same: the browser takes them in their order.
  await Promise.all(Array.from({ length: count + spare }, () => page.keyboard.press('Tab')));
  expect(await page.evaluate(missed)).toEqual([]);
}

/** More presses than any page needs to go round. */
const round = 200;

interface Focusable {
  ownerDocument: { activeElement: unknown };
  contains(other: unknown): boolean;
}

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element: Focusable) => element.contains(element.ownerDocument.activeElement));

/** Goes to something by the tab key alone, from where the focus is. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' });
  for (let left = round; left > 0; left--) {
    await page.keyboard.press('Tab');
    if (await hasFocus(target)) return;
  }
  throw new Error(`the tab key does not lead to ${target}`);
}

/** Goes to something by the tab key, and presses a key there. */
export async function pressAt(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Waits until something has the focus. */
export const untilFocused = (target: Locator): Promise<unknown> =>
  until(`${target} has the focus`, () => hasFocus(target));
