import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { expectAccessible } from '../harness/accessible.ts';
import { consoleUrl, follow, signInAsOwner, startWithConsole, TestBrowser } from '../harness/console.ts';
import type { TestControlPlane } from '../harness/control-plane.ts';
import { makeWorld, type World } from '../harness/world.ts';

let controlPlane: TestControlPlane;
let browser: TestBrowser;
let files: ChangingConsole;
let world: World;
/** Two pages that show a node, and one that has fetched the code of no page but the overview. */
let pages: Page[];
let fresh: Page;
beforeAll(async () => {
  files = new ChangingConsole(inject('consoleFolder'));
  [controlPlane, browser] = await Promise.all([
    startWithConsole({ ownProcess: true, heartbeatSeconds: 300, consoleDir: files.folder }),
    TestBrowser.start(),
  ]);
  world = await makeWorld(controlPlane);
  const open = async () => {
    const page = await browser.open(consoleUrl(controlPlane));
    await signInAsOwner(page, controlPlane);
    return page;
  };
  pages = [await open(), await open()];
  fresh = await open();
});
afterAll(async () => {
  await Promise.all([browser?.close(), controlPlane?.destroy()]);
  files?.[Symbol.dispose]();
});
/** But for what the browser says of requests that nobody answers. */
const faults = () => browser.faults.filter((fault) => !/ERR_CONNECTION|Failed to fetch|network/i.test(fault));

test('while the control plane is away, pages say how old they are, or that their code is missing; they go on by themselves, and two people see the same', async () => {
  const id = world.nodeIds['signet-a'];
  for (const page of pages) {
    await follow(page, `nodes/${id}`);
    await page.getByRole('status').getByText('running').waitFor();
    // The tab as well: what is loaded when it is opened cannot be while the control plane is away.
    await page.getByRole('heading', { name: 'Connect' }).waitFor();
  }
  await controlPlane.stop('SIGKILL');
  for (const page of pages) {
    await page.getByText(/This page is \d+ s old/).waitFor();
    await page.getByText('running', { exact: true }).waitFor();
  }
  await expectAccessible(pages[0] as Page);
  await fresh.getByRole('link', { name: 'Audit' }).click();
  await fresh.getByRole('alert').getByText('that the control plane is running').waitFor();
  await expectAccessible(fresh);
  // What stands beside a page is not missed.
  await fresh.keyboard.press('Control+k');
  await fresh.getByRole('link', { name: 'Audit' }).waitFor();

  await controlPlane.serve();
  await world.executor.sync({
    nodes: [{ id, phase: 'stopping', since: new Date().toISOString(), appliedRevision: 1 }],
  });
  for (const page of pages) {
    await page.getByRole('status').getByText('stopping').waitFor();
    await page.getByText(/This page is/).waitFor({ state: 'detached' });
  }
  await fresh.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
  await fresh.getByPlaceholder('Search pages and nodes').waitFor();
  expect(faults()).toEqual([]);
});

test('a page whose code is gone with an upgrade of the control plane is that of the new one', async () => {
  const [page] = pages as [Page];
  await controlPlane.stop('SIGTERM');
  files.change();
  await controlPlane.serve();
  await page.getByRole('link', { name: 'Members' }).click();
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
  expect(await page.locator('script[type="module"]').getAttribute('src')).toMatch(/0\.js$/);
  expect(faults()).toEqual([]);
});

/** A console that can be replaced by another build, as an upgrade of the control plane does. */
class ChangingConsole implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'satrap-console-'));

  constructor(builtFolder: string) {
    cpSync(builtFolder, this.folder, { recursive: true });
  }

  /** Renames every script, like a change of its content. The old ones are gone. */
  change(): void {
    const assets = join(this.folder, 'assets');
    for (const file of readdirSync(assets)) if (/\.(br|gz)$/.test(file)) rmSync(join(assets, file));
    const scripts = readdirSync(assets).filter((file) => file.endsWith('.js'));
    const rename = (text: string) =>
      scripts.reduce((changed, name) => changed.replaceAll(name, name.replace(/\.js$/, '0.js')), text);
    for (const name of scripts) {
      writeFileSync(join(assets, name), rename(readFileSync(join(assets, name), 'utf8')));
      renameSync(join(assets, name), join(assets, rename(name)));
    }
    const page = join(this.folder, 'index.html');
    writeFileSync(page, rename(readFileSync(page, 'utf8')));
    const described = Object.entries(
      JSON.parse(readFileSync(join(this.folder, 'files.json'), 'utf8')) as Record<string, { hash: string }>,
    ).map(([file, { hash }]) => {
      const name = rename(file);
      return [name, { hash, bytes: { identity: readFileSync(join(this.folder, name)).length } }];
    });
    writeFileSync(join(this.folder, 'files.json'), JSON.stringify(Object.fromEntries(described)));
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
