import { beforeAll, describe, expect, test } from 'vitest';
import { expectAccessible } from '../harness/accessible.ts';
import { follow, provideConsole } from '../harness/console.ts';
import { makeWorld, type World } from '../harness/world.ts';

// What a reader's computer has: its clock, its locale, high contrast and a bad network.

const site = provideConsole({ heartbeatSeconds: 300 });
let world: World;
beforeAll(async () => {
  world = await makeWorld(site.controlPlane);
});

describe('a browser clock that is an hour ahead', () => {
  test('distorts no age, and is reported', async () => {
    const page = await site.openSession();
    await page.addInitScript('{ const now = Date.now; Date.now = () => now.call(Date) + 3_600_000; }');
    await page.goto(`executors/${world.executorId}`);
    await page.getByText('The clock of this computer is 1 h ahead of the control plane’s.').waitFor();
    await page.getByText(/^last seen (just now|\d+ (s|min) ago)/).waitFor();
    await expectAccessible(page);
  });
});

test('does not mention a correct browser clock', async () => {
  const page = await site.openAsOwner({ path: `executors/${world.executorId}` });
  await page.getByText(/^last seen/).waitFor();
  expect(await page.getByText('Wrong clock').count()).toBe(0);
});

test('formats numbers for the reader’s locale', async () => {
  const path = `executors/${world.executorId}`;
  await (await site.openSession({ path })).getByText(/ of 1\.9 TiB allocated/).waitFor();
  await (await site.openSession({ path, locale: 'de-DE' })).getByText(/ of 1,9 TiB allocated/).waitFor();
});

test('the logo needs no picture that could fail to load', async () => {
  const page = await site.open();
  await page.route('**/*.svg', (route) => route.abort());
  await page.reload();
  const logo = page.locator('svg:near(:text("Satrap"))').first();
  await logo.waitFor();
  expect((await logo.boundingBox())?.width).toBe(24);
  expect(await page.locator('main img').count()).toBe(0);
});

describe('in high contrast', () => {
  const widths = (selector: string, side = 'border-top-width') =>
    `[...document.querySelectorAll('${selector}')].map((each) => parseFloat(getComputedStyle(each).getPropertyValue('${side}')))`;

  test('bars have an outline, and their parts keep their colors', async () => {
    const page = await site.openAsOwner();
    await page.emulateMedia({ forcedColors: 'active' });
    await page.getByRole('region', { name: 'Fleet' }).waitFor();
    await page.locator('.mantine-Progress-section').first().waitFor({ state: 'attached' });
    const borders = (await page.evaluate(widths('.mantine-Progress-root'))) as number[];
    expect(borders.length).toBeGreaterThan(0);
    expect(Math.min(...borders)).toBeGreaterThan(0);
    const adjusted = await page.evaluate(
      "[...document.querySelectorAll('.mantine-Progress-section')].map((each) => getComputedStyle(each).forcedColorAdjust)",
    );
    expect(new Set(adjusted as string[])).toEqual(new Set(['none']));
    await expectAccessible(page);
  });

  test('the open tab and the chosen range differ from the others', async () => {
    const page = await site.openAsOwner({ path: `nodes/${world.nodeIds['signet-a']}?tab=monitoring` });
    await page.emulateMedia({ forcedColors: 'active' });
    await page.getByRole('radiogroup', { name: 'Range' }).waitFor();
    for (const part of ['Tabs-tab', 'SegmentedControl-label']) {
      const outlines = async (state: string) =>
        (await page.evaluate(widths(`.mantine-${part}${state}`, 'outline-width'))) as number[];
      expect(await outlines('[data-active]')).toEqual([2]);
      expect(Math.max(...(await outlines(':not([data-active])')))).not.toBe(2);
    }
    await page.getByRole('switch', { name: 'Table' }).waitFor();
    expect(await page.evaluate(widths('.mantine-Switch-track'))).toContain(1);
  });

  test('a severity keeps its shape', async () => {
    const page = await site.openAsOwner({ path: 'incidents' });
    await page.emulateMedia({ forcedColors: 'active' });
    await page.getByText('critical').first().waitFor();
    expect(await page.evaluate(widths('.pill'))).toContain(1);
    await follow(page, '');
  });
});
