import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from './until.ts';

/** Finds the visible interactive elements of a part; of a group with arrow keys, the one that the tab key reaches. */
const prepare = (part: string) => `(() => {
  const part = document.querySelector(${JSON.stringify(part)});
  const usable = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], [role=button], [role=switch]';
  const canBeSeen = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.closest('[inert], [aria-hidden=true]') === null;
  const isOfGroup = (element) => element.tabIndex < 0 && element.closest('[role=tablist], [role=radiogroup], [role=toolbar]') !== null;
  const isOtherRadio = (element) => element.type === 'radio' && !element.checked;
  const wanted = [...part.querySelectorAll(usable)].filter(
    (element) => canBeSeen(element) && !element.disabled && element.getAttribute('tabindex') !== '-1' && !isOfGroup(element) && !isOtherRadio(element),
  );
  const reached = new Set();
  document.addEventListener('focusin', ({ target }) => reached.add(target));
  document.activeElement?.blur();
  // Where it takes the focus, as the main part does, the tab key continues from there.
  part.focus();
  globalThis.keyboardTrial = { wanted, reached };
  return wanted.length;
})()`;

/** Elements that were not reached, except those that the page has replaced meanwhile. */
const missed = `keyboardTrial.wanted
  .filter((element) => element.isConnected && !keyboardTrial.reached.has(element))
  .map((element) => element.outerHTML.slice(0, 200))`;

/** Further presses where some are missed: for elements that appear meanwhile, and those before the first focus. */
const spare = 30;

/** Fails for whatever can be seen and worked with on a page, or in its `part` (a selector), and is not reached by the tab key. */
export async function expectReachableByKeys(page: Page, part = 'body'): Promise<void> {
  const count = (await page.evaluate(prepare(part))) as number;
  expect(count).toBeGreaterThan(0);
  // Still in order: the browser handles them one after another.
  const press = (times: number) => Promise.all(Array.from({ length: times }, () => page.keyboard.press('Tab')));
  await press(count);
  if (((await page.evaluate(missed)) as string[]).length > 0) await press(spare);
  expect(await page.evaluate(missed)).toEqual([]);
}

/** More presses than any page needs for a full cycle. */
const round = 200;

interface Focusable {
  ownerDocument: { activeElement: unknown };
  contains(other: unknown): boolean;
}

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element: Focusable) => element.contains(element.ownerDocument.activeElement));

/** Moves to an element with the tab key alone, from the current focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor({ state: 'attached' });
  for (let left = round; left > 0; left--) {
    await page.keyboard.press('Tab');
    if (await hasFocus(target)) return;
  }
  throw new Error(`the tab key does not lead to ${target}`);
}

export async function pressAt(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

export const untilFocused = (target: Locator): Promise<unknown> =>
  until(`${target} has the focus`, () => hasFocus(target));
