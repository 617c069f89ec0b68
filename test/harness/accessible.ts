import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

interface AxeOptions {
  isOpen?: boolean;
  /** Selector of the only parts to check, such as a dialog. Default: the page. */
  within?: string;
  /** Checks the header and the navigation as well, which are the same on every page: `pages.browser.test.ts` does once. */
  withShell?: boolean;
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const shell = ['.mantine-AppShell-header', '.mantine-AppShell-navbar'];

/** A message that fades during a check may have too little contrast, once. */
const tries = 3;

/** Fails for every fault that axe-core repeatedly finds. An open menu (`isOpen`) is outside of the page's landmarks. */
export async function expectAccessible(page: Page, options: AxeOptions = {}): Promise<void> {
  let found: string[] = [];
  for (let left = tries; left > 0; left--) {
    found = await violationsOf(page, options);
    if (found.length === 0) return;
  }
  expect(found).toEqual([]);
}

/** Waits until moving elements stand still, and returns whether the page has axe already. */
const settle = `Promise.all(document.getAnimations().map((each) => each.playState === "running" && each.effect.getComputedTiming().iterations !== Infinity ? each.finished.catch(() => {}) : null)).then(() => "axe" in globalThis)`;

async function violationsOf(page: Page, { isOpen = false, within, withShell = false }: AxeOptions): Promise<string[]> {
  const enabled = { enabled: !isOpen };
  const rules = { region: enabled, 'scrollable-region-focusable': enabled };
  if (!(await page.evaluate(settle))) await page.evaluate(axe);
  const context = within ?? { include: ['html'], exclude: withShell ? [] : shell };
  // Assets are preloaded for audio that plays by itself: there is none.
  const options = { resultTypes: ['violations'], preload: false, rules };
  const violations = (await page.evaluate(
    `axe.run(${JSON.stringify(context)}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )) as Violation[];
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} (${failureSummary})`),
  );
}

/** Fails for every fault that axe-core finds in the open dialog: its page is judged without it (`pages.browser.test.ts`). */
export const expectDialogAccessible = (page: Page): Promise<void> =>
  expectAccessible(page, { within: '[role=dialog]' });
