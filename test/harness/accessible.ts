import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

interface AxeOptions {
  /** A menu or a list of choices is open. */
  isOpen?: boolean;
  /** The ids of the only rules to apply. Default: all. */
  rules?: string[];
}

/** A message that fades during a check may have too little contrast, once. */
const tries = 3;

/**
 * Fails for every fault that axe-core finds on a page repeatedly. While a menu or a list of choices is open (`isOpen`),
 * it is outside of the page's landmarks, as it must be, and scrolls with the arrow keys.
 */
export async function expectAccessible(page: Page, options: AxeOptions = {}): Promise<void> {
  let found: string[] = [];
  for (let left = tries; left > 0; left--) {
    found = await violationsOf(page, options);
    if (found.length === 0) return;
  }
  expect(found).toEqual([]);
}

async function violationsOf(page: Page, { isOpen = false, rules }: AxeOptions): Promise<string[]> {
  const enabled = { enabled: !isOpen };
  const choice =
    rules === undefined ? { rules: { region: enabled, 'scrollable-region-focusable': enabled } } : { runOnly: rules };
  // Check moving elements once they stand still.
  await page.evaluate(
    'Promise.all(document.getAnimations().map((each) => each.playState === "running" && each.effect.getComputedTiming().iterations !== Infinity ? each.finished.catch(() => {}) : null)).then(() => null)',
  );
  if (!(await page.evaluate('"axe" in globalThis')))
    await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  const { violations } = (await page.evaluate(
    `axe.run(${JSON.stringify({ resultTypes: ['violations'], ...choice })})`,
  )) as {
    violations: Violation[];
  };
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} (${failureSummary})`),
  );
}
