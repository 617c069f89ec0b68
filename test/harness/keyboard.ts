import type { Page } from 'playwright-core';
import { expect } from 'vitest';

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
