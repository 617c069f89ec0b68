import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

interface Violation {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** A message that fades while it is judged is seen with too little contrast, once. */
const tries = 3;

/**
 * Fails for whatever axe-core finds on a page as it is now, each time that it looks. While a menu or a list of choices is open (`isOpen`), that
 * stands beside the landmarks of the page, as it must, and scrolls with the arrow keys that go through it.
 */
export async function expectAccessible(page: Page, { isOpen = false }: { isOpen?: boolean } = {}): Promise<void> {
  let found: string[] = [];
  for (let left = tries; left > 0; left--) {
    found = await violationsOf(page, isOpen);
    if (found.length === 0) return;
  }
  expect(found).toEqual([]);
}

async function violationsOf(page: Page, isOpen: boolean): Promise<string[]> {
  const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // What moves is judged when it stands.
  await page.evaluate(
    'Promise.all(document.getAnimations().map((each) => each.playState === "running" && each.effect.getComputedTiming().iterations !== Infinity ? each.finished.catch(() => {}) : null)).then(() => null)',
  );
  await page.evaluate(source);
  const { violations } = (await page.evaluate(
    `axe.run(${JSON.stringify({ resultTypes: ['violations'], rules: { region: { enabled: !isOpen }, 'scrollable-region-focusable': { enabled: !isOpen } } })})`,
  )) as {
    violations: Violation[];
  };
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} (${failureSummary})`),
  );
}
